/** Several acquirers: the one that a reversal goes to. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // Until now there was one. An older process beside this one writes reversals for it alone.
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
