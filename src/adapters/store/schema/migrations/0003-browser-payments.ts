/** Adds browser payments and their events, and indexes follow-ups by processor. */
import { sql } from 'kysely';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  // Processes of an older version may run on the same store. They query the acquirer only, and write no processor.
  await db.schema
    .alterTable('transaction_outcome')
    .addColumn('processor', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createIndex('transaction_outcome_due')
    .on('transaction_outcome')
    .columns(['processor', 'follow_up_at'])
    .where('follow_up_at', 'is not', null)
    .execute();
  await db.schema.dropIndex('transaction_outcome_follow_up').execute();
  await db.schema
    .createTable('browser_payment')
    .addColumn('transaction_key', key, (c) => c.primaryKey())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('handle', 'text', (c) => c.notNull().unique())
    .addColumn('home', 'text', (c) => c.notNull())
    .addColumn('page_url', 'text')
    .addColumn('late', 'text')
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('browser_payment_late')
    .on('browser_payment')
    .columns(['late', 'transaction_key'])
    .where(sql.ref('late'), 'is not', null)
    .execute();
  await db.schema
    .createTable('browser_payment_event')
    .addColumn('transaction_key', integer, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('first_at', integer, (c) => c.notNull())
    .addColumn('last_at', integer, (c) => c.notNull())
    .addColumn('times', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('browser_payment_event_key', ['transaction_key', 'kind', 'outcome'])
    .execute();
}
