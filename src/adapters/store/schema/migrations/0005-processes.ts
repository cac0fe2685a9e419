/** Adds gateway processes, and the owners of locks and due rows. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('gateway_process')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('beats', integer, (c) => c.notNull())
    .addColumn('started_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.alterTable('payment_order').addColumn('owner', integer).execute();
  await db.schema.alterTable('transaction_outcome').addColumn('owner', integer).execute();
  await db.schema.alterTable('reversal').addColumn('owner', integer).execute();
}
