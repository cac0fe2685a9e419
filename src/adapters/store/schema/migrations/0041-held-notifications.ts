/** Adds the time until which a notification waits for its payer to return to the shop. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/**
 * The column is nullable: most notifications wait for nobody, and processes of an older version insert rows without it.
 */
export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('notification').addColumn('held_until', integer).execute();
}
