/** Adds the audit trail: a hash chain of entries. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('audit_entry')
    .addColumn('sequence', key, (c) => c.primaryKey())
    .addColumn('key', integer, (c) => c.notNull().unique())
    .addColumn('at', integer, (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('previous', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  // The index is not unique, so that a table that was tampered with can still be opened and examined.
  await db.schema.createIndex('audit_entry_previous').on('audit_entry').column('previous').execute();
}
