/** Adds the settlement reports of providers and acquirers: files and entries. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('settlement_file')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('entries', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('done_at', integer)
    .addUniqueConstraint('settlement_file_hash', ['source', 'hash'])
    .execute();
  await db.schema
    .createTable('settlement_entry')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('entry', 'text', (c) => c.notNull())
    .addColumn('order_key', integer)
    .addColumn('booked', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addUniqueConstraint('settlement_entry_id', ['source', 'id'])
    .execute();
  await db.schema
    .createIndex('settlement_entry_order')
    .on('settlement_entry')
    .column('order_key')
    .where('order_key', 'is not', null)
    .execute();
  // Finds the payments in reports that name them by the provider's own number.
  await db.schema
    .createIndex('browser_payment_provider_reference')
    .on('browser_payment')
    .column('provider_reference')
    .where('provider_reference', 'is not', null)
    .execute();
}
