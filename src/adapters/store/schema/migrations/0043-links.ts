/** Adds links that take payments, and the orders that their payers began. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('payment_link')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull())
    .addColumn('payments_max', integer)
    .addColumn('taken', integer, (c) => c.notNull())
    .addColumn('expires_at', integer)
    .addColumn('ended_at', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('payment_link_of_merchant').on('payment_link').columns(['merchant_key', 'key']).execute();
  await db.schema
    .createTable('link_order')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('link_key', key, (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('start_hash', 'text', (c) => c.notNull().unique())
    .addColumn('session_key', key)
    .addColumn('sealed_session', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempt', 'text')
    .addColumn('taken_at', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('link_order_of_link').on('link_order').columns(['link_key', 'state', 'key']).execute();
}
