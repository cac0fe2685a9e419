/** Adds heartbeat rounds, in which all processes together count how long each has had no heartbeat. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('heartbeat_round')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('round', integer, (c) => c.notNull())
    .execute();
  await db.insertInto('heartbeat_round').values({ key: 1, round: 0 }).execute();
  // The observing process writes these columns, so that processes of an older release are observed too.
  await db.schema.alterTable('gateway_process').addColumn('seen_beats', integer).execute();
  await db.schema.alterTable('gateway_process').addColumn('seen_round', integer).execute();
}
