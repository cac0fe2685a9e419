/** Adds the receivers of notifications that keep failing, or were switched off, about which people get mails. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('receiver_alarm')
    .addColumn('receiver', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('notification_key', key)
    .addColumn('since', integer, (c) => c.notNull())
    .addColumn('given_up', integer, (c) => c.notNull())
    .addColumn('owed_at', integer, (c) => c.notNull())
    .addColumn('mailed_at', integer)
    .addColumn('ended_at', integer)
    .addPrimaryKeyConstraint('receiver_alarm_key', ['receiver', 'kind'])
    .execute();
}
