/** What each data key is for, from when on and how often it is used; and how far each process knows the keys. */
import { sql } from 'kysely';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/** Without a default: an older process beside this one inserts rows without them. */
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
