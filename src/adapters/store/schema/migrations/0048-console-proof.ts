/** Adds the time at which a session last proved the second factor. A session without one is asked again. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('console_session')
    .addColumn('proven_at', integer, (c) => c.notNull().defaultTo(0))
    .execute();
}
