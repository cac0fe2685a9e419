/** On which machine each gateway process runs, under which process id, and which build it is. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/** Without a default: an older process beside this one inserts rows without them. */
export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('gateway_process').addColumn('host', 'text').execute();
  await db.schema.alterTable('gateway_process').addColumn('pid', integer).execute();
  await db.schema.alterTable('gateway_process').addColumn('build', 'text').execute();
}
