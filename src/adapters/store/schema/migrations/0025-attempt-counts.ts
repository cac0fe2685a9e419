/** Adds counts of declined payment attempts, which all processes share and which survive a restart. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('attempt_count')
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('bucket', integer, (c) => c.notNull())
    .addColumn('shown', 'text', (c) => c.notNull())
    .addColumn('times', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('attempt_count_key', ['merchant_key', 'kind', 'subject', 'bucket'])
    .execute();
  await db.schema.createIndex('attempt_count_changed').on('attempt_count').column('updated_at').execute();
}
