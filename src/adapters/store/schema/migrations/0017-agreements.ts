/** Adds payments that set up an agreement for later payments, with the scheme's transaction identifier. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('agreement')
    .addColumn('transaction_key', key, (c) => c.primaryKey())
    .addColumn('merchant_key', integer, (c) => c.notNull())
    .addColumn('agreement_id', 'text', (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull())
    .addColumn('transaction_identifier', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('agreement_newest')
    .on('agreement')
    .columns(['merchant_key', 'agreement_id', 'created_at'])
    .execute();
}
