/** Adds the checkouts that are watched for an event, and the events of those that ended without a payment. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('checkout_event')
    .addColumn('session_key', key, (c) => c.primaryKey().notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('due_at', integer)
    .addColumn('event', 'text')
    .addColumn('order_id', 'text')
    .addColumn('order_key', key)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('checkout_event_due').on('checkout_event').column('due_at').execute();
  // Only events that are written have an order's id.
  await db.schema
    .createIndex('checkout_event_of_order')
    .on('checkout_event')
    .columns(['merchant_key', 'order_id'])
    .where('order_id', 'is not', null)
    .execute();
}
