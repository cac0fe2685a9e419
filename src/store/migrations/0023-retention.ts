/** What is removed by itself: how far the walks over the tables are, and what an order has lost. */
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
  // No index on what is old: the walks go by the primary keys, so that payments write nothing more, and a large store
  // migrates at once.
}
