/** Adds the directory of further stores, and the store of each of their merchants. A single store has no rows in it. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { integer, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('store_directory')
    .addColumn('key', integer, (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('changes', integer, (c) => c.notNull())
    .addColumn('last_number', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('store')
    .addColumn('number', integer, (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('sealed_address', bytes, (c) => c.notNull())
    .addColumn('woken', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('added_at', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('store_merchant')
    .addColumn('merchant_id', 'text', (c) => c.primaryKey())
    .addColumn('store_number', integer, (c) => c.notNull())
    .execute();
}
