/** Adds the table of the write probe. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('write_probe')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('payload', bytes, (c) => c.notNull())
    .execute();
}
