/** What payers pay by, of providers without pages of their own: a code, and until when it can be paid. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  // An older process beside this one begins no payments that have one.
  await db.schema.alterTable('browser_payment').addColumn('shown_code', 'text').execute();
  await db.schema.alterTable('browser_payment').addColumn('shown_until', integer).execute();
}
