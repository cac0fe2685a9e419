/** Adds the scripts of earlier releases, which merchants' pages may still load by their content hash. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { integer, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('merchant_script')
    .addColumn('pin', 'text', (c) => c.primaryKey())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('content', bytes, (c) => c.notNull())
    .addColumn('first_served_at', integer, (c) => c.notNull())
    .execute();
}
