/** Adds each data key's purpose, start and number of uses, and the keys that each process has loaded. */
import { sql } from 'kysely';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/** Without defaults: an older process beside this one inserts rows without these columns. */
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
