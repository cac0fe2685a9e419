/** How long each process has had no heartbeat, in rounds that all processes count together. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('heartbeat_round')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('round', integer, (c) => c.notNull())
    .execute();
  await db.insertInto('heartbeat_round').values({ key: 1, round: 0 }).execute();
  // Written by whoever looks at the process, so one of an older release is looked at as well.
  await db.schema.alterTable('gateway_process').addColumn('seen_beats', integer).execute();
  await db.schema.alterTable('gateway_process').addColumn('seen_round', integer).execute();
}
