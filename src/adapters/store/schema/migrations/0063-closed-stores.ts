/** Adds the mark of stores that are closed for a new address or for their end. A single store has no rows in it. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('store').addColumn('closing', 'text').execute();
}
