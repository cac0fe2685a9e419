/** Adds the moves of merchants between stores. A single store has no rows in it. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('merchant_move')
    .addColumn('merchant_key', key, (c) => c.primaryKey())
    .addColumn('merchant_id', 'text', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('is_closed', integer, (c) => c.notNull())
    .addColumn('other_store', integer, (c) => c.notNull())
    .addColumn('runner', 'text', (c) => c.notNull())
    .addColumn('beats', integer, (c) => c.notNull())
    .addColumn('changed_at', integer, (c) => c.notNull())
    .execute();
}
