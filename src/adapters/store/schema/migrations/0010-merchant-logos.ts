/** Adds merchants' logos. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
  // A table of its own, because a new column of `merchant` would break the prepared statements of older processes.
  await db.schema
    .createTable('merchant_logo')
    .addColumn('merchant_key', key, (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('width', integer, (c) => c.notNull())
    .addColumn('height', integer, (c) => c.notNull())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .execute();
  // Not unique: two shops of one company may have the same logo.
  await db.schema.createIndex('merchant_logo_hash').on('merchant_logo').column('hash').execute();
}
