/** Adds the facts of an installation that its first process decides, such as the mode in which it runs. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
