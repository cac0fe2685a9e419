/** Adds payment codes, of providers without pages of their own, and the time until which each can be paid. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  // Processes of an older version on the same store start no payments with a code.
  await db.schema.alterTable('browser_payment').addColumn('shown_code', 'text').execute();
  await db.schema.alterTable('browser_payment').addColumn('shown_until', integer).execute();
}
