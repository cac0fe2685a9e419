/** Adds the state of a store restored from a backup: the ledgers that it was compared with, and barred orders. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('restored_store')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('at', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('barred_order')
    .addColumn('order_key', key, (c) => c.primaryKey())
    .addColumn('movements', 'text', (c) => c.notNull())
    .addColumn('barred_at', integer, (c) => c.notNull())
    .execute();
}
