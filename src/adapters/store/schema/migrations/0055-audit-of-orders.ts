/** Adds the places of people's acts on an order in the audit trail. Entries of earlier releases have none. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('audit_entry_of_order')
    .addColumn('order_key', key, (c) => c.notNull())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_entry_of_order_key', ['order_key', 'sequence'])
    .execute();
}
