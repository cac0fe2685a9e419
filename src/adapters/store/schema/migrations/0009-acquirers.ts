/** Adds the acquirer to which a reversal goes. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // Older versions have a single acquirer. Their processes may run on the same store, and write its reversals without a
  // name.
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
