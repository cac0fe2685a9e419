/** An alias keeps the session's own id, sealed under the alias: what is sealed under the one opens by the other. */
import type { AnyDatabase } from './migration.ts';

/** Without a default: an older process beside this one inserts rows without it. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('session_alias').addColumn('sealed_id', 'text').execute();
}
