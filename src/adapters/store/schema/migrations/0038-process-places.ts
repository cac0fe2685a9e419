/** Adds the machine, process id and build of each gateway process. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/**
 * The columns are nullable and have no defaults, because processes of an older version on the same store insert rows
 * without them.
 */
export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('gateway_process').addColumn('host', 'text').execute();
  await db.schema.alterTable('gateway_process').addColumn('pid', integer).execute();
  await db.schema.alterTable('gateway_process').addColumn('build', 'text').execute();
}
