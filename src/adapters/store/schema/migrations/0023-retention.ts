/** Adds the progress of the retention walks over the tables, and the erasures of orders. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('retention_sweep')
    .addColumn('kind', 'text', (c) => c.primaryKey())
    .addColumn('cursor', integer, (c) => c.notNull())
    .addColumn('floor', integer, (c) => c.notNull())
    .addColumn('left_at', integer)
    .addColumn('next_at', integer, (c) => c.notNull())
    .addColumn('owner', integer)
    .execute();
  await db.schema
    .createTable('order_erasure')
    .addColumn('order_key', key, (c) => c.primaryKey())
    .addColumn('cards_erased_at', integer)
    .addColumn('customer_erased_at', integer)
    .execute();
  // There is no index on the age of rows. The walks use the primary keys, so that payments write no further index
  // entries and a large store is migrated quickly.
}
