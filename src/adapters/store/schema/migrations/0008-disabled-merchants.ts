/** Adds the list of merchants that the operator has disabled. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  // A table of its own, because a new column of `merchant` would break the prepared statements of older processes.
  await db.schema
    .createTable('disabled_merchant')
    .addColumn('merchant_key', key, (c) => c.primaryKey())
    .addColumn('disabled_at', integer, (c) => c.notNull())
    .execute();
}
