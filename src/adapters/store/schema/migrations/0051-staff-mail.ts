/** Adds the mails that people of the console choose, and the queue of mails to them. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('console_mail_choice')
    .addColumn('person_key', key, (c) => c.notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('reports', 'text', (c) => c.notNull())
    .addColumn('reported_day', 'text', (c) => c.notNull())
    .addColumn('alarms', 'text')
    .addPrimaryKeyConstraint('console_mail_choice_key', ['person_key', 'merchant_key'])
    .execute();
  await db.schema
    .createTable('staff_mail')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('person_key', key, (c) => c.notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('tries', integer, (c) => c.notNull())
    .addColumn('due_at', integer, (c) => c.notNull())
    .addColumn('owner', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('staff_mail_due').on('staff_mail').column('due_at').execute();
}
