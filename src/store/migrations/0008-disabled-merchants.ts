/** Merchants that the operator has disabled. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  // A table of its own: a new column of `merchant` would break what older processes have prepared.
  await db.schema
    .createTable('disabled_merchant')
    .addColumn('merchant_key', key, (c) => c.primaryKey())
    .addColumn('disabled_at', integer, (c) => c.notNull())
    .execute();
}
