/** Adds each data key's purpose, start and number of uses, and the keys that each process has loaded. */
import { sql } from 'kysely';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/**
 * The columns are nullable and have no defaults, because processes of an older version on the same store insert rows
 * without them.
 */
export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('data_key').addColumn('purpose', 'text').execute();
  await db.schema.alterTable('data_key').addColumn('bound', integer).execute();
  await db.schema.alterTable('data_key').addColumn('active_from', integer).execute();
  await db.schema.alterTable('data_key').addColumn('uses', integer).execute();
  await db.schema.alterTable('data_key').addColumn('retired_at', integer).execute();
  await db.schema.alterTable('data_key').addColumn('destroyed_at', integer).execute();
  await db.updateTable('data_key').set({ active_from: sql`created_at` }).execute();
  await db.schema.alterTable('gateway_process').addColumn('keys_held', integer).execute();
  await db.schema.alterTable('gateway_process').addColumn('keks', 'text').execute();
}
