/** The audit trail: who did what, as a chain of hashes. */
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
  // No unique one: a table that somebody has changed must still open, to be looked at.
  await db.schema.createIndex('audit_entry_previous').on('audit_entry').column('previous').execute();
}
