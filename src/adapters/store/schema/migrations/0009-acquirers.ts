/** Adds the acquirer to which a reversal goes. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // Until now there was one acquirer. An older process beside this one writes reversals for that one.
  await db.schema
    .alterTable('reversal')
    .addColumn('acquirer', 'text', (c) => c.notNull().defaultTo('default'))
    .execute();
  await db.schema
    .createIndex('reversal_acquirer_due')
    .on('reversal')
    .columns(['acquirer', 'due_at'])
    .where('due_at', 'is not', null)
    .execute();
}
