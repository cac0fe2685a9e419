/** Adds the saved views of the list of orders. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('console_view')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('person_key', key, (c) => c.notNull())
    .addColumn('is_shared', integer, (c) => c.notNull())
    .addColumn('sealed_view', bytes, (c) => c.notNull())
    .addColumn('used_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('console_view_of_merchant').on('console_view').column('merchant_key').execute();
  await db.schema.createIndex('console_view_of_person').on('console_view').column('person_key').execute();
}
