/** Adds the delivery of notifications: queue, attempts, endpoints and signing keys. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
  const notification = () => db.schema.alterTable('notification');
  await notification().addColumn('body', 'text').execute();
  await notification()
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('WAITING'))
    .execute();
  await notification()
    .addColumn('tries', integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await notification().addColumn('tried_at', integer).execute();
  await notification().addColumn('resent_at', integer).execute();
  await db.schema.createIndex('notification_order').on('notification').columns(['order_key', 'sequence']).execute();
  await db.schema
    .createTable('notification_queue')
    .addColumn('order_key', key, (c) => c.primaryKey())
    .addColumn('receiver', 'text', (c) => c.notNull())
    .addColumn('due_at', integer, (c) => c.notNull())
    .addColumn('owner', integer)
    .addColumn('notification_key', integer, (c) => c.notNull())
    .addColumn('tries', integer, (c) => c.notNull())
    .addColumn('changes', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('notification_queue_due')
    .on('notification_queue')
    .columns(['receiver', 'due_at'])
    .execute();
  await db.schema
    .createTable('notification_try')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('notification_key', integer, (c) => c.notNull())
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('at', integer, (c) => c.notNull())
    .addColumn('duration_ms', integer, (c) => c.notNull())
    .addColumn('status', integer)
    .addColumn('failure', 'text')
    .addColumn('answer', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('notification_try_of').on('notification_try').column('notification_key').execute();
  await db.schema
    .createTable('notification_endpoint')
    .addColumn('merchant_key', integer, (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('off_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('notification_endpoint_url', ['merchant_key', 'url'])
    .execute();
  await db.schema
    .createTable('notification_key')
    .addColumn('merchant_key', integer, (c) => c.notNull())
    .addColumn('generation', integer, (c) => c.notNull())
    .addColumn('sealed', bytes, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('retired_at', integer)
    .addPrimaryKeyConstraint('notification_key_generation', ['merchant_key', 'generation'])
    .execute();
}
