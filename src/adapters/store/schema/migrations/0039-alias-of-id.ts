/**
 * Adds the session's id to its aliases, sealed under the alias, so that data sealed under the id can be opened by the
 * alias.
 */
import type { AnyDatabase } from './migration.ts';

/** The column is nullable, because processes of an older version on the same store insert rows without it. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('session_alias').addColumn('sealed_id', 'text').execute();
}
