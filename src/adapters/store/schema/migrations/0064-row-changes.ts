/** Adds the list of rows that change while their merchant moves. A single store has no rows in it. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('merchant_move')
    .addColumn('lists_changes', integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('row_change')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('row_change_of_merchant').on('row_change').column('merchant_key').execute();
}
