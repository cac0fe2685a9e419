/** The schema's history. A migration that was merged is never edited; the next change is the next entry. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the schema of its own time, not today's.
type AnyDatabase = Kysely<any>;

/** The only difference in column types between the engines. */
export function columnTypes(dialect: 'sqlite' | 'postgres') {
  return dialect === 'sqlite'
    ? ({ key: 'integer', integer: 'integer', bytes: 'blob' } as const)
    : ({ key: 'bigint', integer: 'bigint', bytes: 'bytea' } as const);
}

export function migrations(dialect: 'sqlite' | 'postgres'): Record<string, Migration> {
  const { key, integer, bytes } = columnTypes(dialect);
  return {
    '0001_payments': {
      async up(db: AnyDatabase): Promise<void> {
        await db.schema
          .createTable('merchant')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('id', 'text', (c) => c.notNull().unique())
          .addColumn('profile', 'text', (c) => c.notNull())
          .addColumn('password_hash', 'text')
          .addColumn('updated_at', integer, (c) => c.notNull())
          .execute();
        await db.schema
          .createTable('data_key')
          .addColumn('id', key, (c) => c.primaryKey())
          .addColumn('kek', 'text', (c) => c.notNull())
          .addColumn('wrapped', bytes, (c) => c.notNull())
          .addColumn('created_at', integer, (c) => c.notNull())
          .execute();
        await db.schema
          .createTable('row_key')
          .addColumn('name', 'text', (c) => c.primaryKey())
          .addColumn('next', integer, (c) => c.notNull())
          .execute();
        await db.schema
          .createTable('payment_order')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('merchant_key', integer, (c) => c.notNull())
          .addColumn('order_id', 'text', (c) => c.notNull())
          .addColumn('state', 'text', (c) => c.notNull())
          .addColumn('locked_by', integer)
          .addColumn('fence', integer, (c) => c.notNull())
          .addColumn('created_at', integer, (c) => c.notNull())
          .addColumn('updated_at', integer, (c) => c.notNull())
          .addUniqueConstraint('payment_order_id', ['merchant_key', 'order_id'])
          .execute();
        await db.schema
          .createIndex('payment_order_locked')
          .on('payment_order')
          .column('locked_by')
          .where('locked_by', 'is not', null)
          .execute();
        await db.schema
          .createTable('payment_transaction')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('order_key', integer, (c) => c.notNull())
          .addColumn('transaction_id', 'text', (c) => c.notNull())
          .addColumn('request', 'text', (c) => c.notNull())
          .addColumn('meaning', bytes, (c) => c.notNull())
          .addColumn('sealed_card', bytes)
          .addColumn('created_at', integer, (c) => c.notNull())
          .addUniqueConstraint('payment_transaction_id', ['order_key', 'transaction_id'])
          .execute();
        await db.schema
          .createTable('transaction_outcome')
          .addColumn('transaction_key', key, (c) => c.primaryKey())
          .addColumn('outcome', 'text', (c) => c.notNull())
          .addColumn('follow_up_at', integer)
          .addColumn('follow_ups', integer, (c) => c.notNull())
          .addColumn('updated_at', integer, (c) => c.notNull())
          .execute();
        await db.schema
          .createIndex('transaction_outcome_follow_up')
          .on('transaction_outcome')
          .column('follow_up_at')
          .where('follow_up_at', 'is not', null)
          .execute();
        await db.schema
          .createTable('reversal')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('transaction_key', integer, (c) => c.notNull())
          .addColumn('advice', 'text', (c) => c.notNull())
          .addColumn('attempts', integer, (c) => c.notNull())
          .addColumn('due_at', integer)
          .addColumn('created_at', integer, (c) => c.notNull())
          .addColumn('acknowledged_at', integer)
          .execute();
        await db.schema
          .createIndex('reversal_due')
          .on('reversal')
          .column('due_at')
          .where('due_at', 'is not', null)
          .execute();
        await db.schema
          .createTable('notification')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('order_key', integer, (c) => c.notNull())
          .addColumn('transaction_key', integer, (c) => c.notNull())
          .addColumn('sequence', integer, (c) => c.notNull())
          .addColumn('url', 'text', (c) => c.notNull())
          .addColumn('version', integer, (c) => c.notNull())
          .addColumn('created_at', integer, (c) => c.notNull())
          .addColumn('delivered_at', integer)
          .execute();
        await db.schema
          .createTable('session')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('merchant_key', integer, (c) => c.notNull())
          .addColumn('id', 'text', (c) => c.notNull().unique())
          .addColumn('version', 'text', (c) => c.notNull())
          .addColumn('fields', 'text', (c) => c.notNull())
          .addColumn('sealed_card', bytes)
          .addColumn('sealed_sensitive', bytes)
          .addColumn('sensitive_until', integer)
          .addColumn('update_status', 'text', (c) => c.notNull())
          .addColumn('authentication_limit', integer, (c) => c.notNull())
          .addColumn('authentications', integer, (c) => c.notNull())
          .addColumn('checkout', 'text')
          .addColumn('form', 'text')
          .addColumn('expires_at', integer, (c) => c.notNull())
          .addColumn('created_at', integer, (c) => c.notNull())
          .addColumn('updated_at', integer, (c) => c.notNull())
          .execute();
        await db.schema
          .createIndex('session_sensitive')
          .on('session')
          .column('sensitive_until')
          .where('sensitive_until', 'is not', null)
          .execute();
        await db.schema
          .createIndex('session_card')
          .on('session')
          .column('expires_at')
          .where(sql.ref('sealed_card'), 'is not', null)
          .execute();
        await db.schema
          .createTable('token')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('merchant_key', integer, (c) => c.notNull())
          .addColumn('token', 'text', (c) => c.notNull())
          .addColumn('fields', 'text', (c) => c.notNull())
          .addColumn('sealed_card', bytes, (c) => c.notNull())
          .addColumn('created_at', integer, (c) => c.notNull())
          .addUniqueConstraint('token_token', ['merchant_key', 'token'])
          .execute();
      },
    },
    '0002_operations': {
      async up(db: AnyDatabase): Promise<void> {
        await db.schema.alterTable('token').addColumn('card_hash', bytes).execute();
        await db.schema.alterTable('token').addColumn('verification', 'text').execute();
        await db.schema.alterTable('token').addColumn('updated_at', integer).execute();
        await db.schema.createIndex('token_card').on('token').columns(['merchant_key', 'card_hash']).execute();
        await db.schema
          .createTable('refund_request')
          .addColumn('transaction_key', key, (c) => c.primaryKey())
          .addColumn('decision', 'text')
          .addColumn('decided_by', 'text')
          .addColumn('decided_at', integer)
          .addColumn('done_at', integer)
          .execute();
        await db.schema
          .createIndex('refund_request_open')
          .on('refund_request')
          .column('transaction_key')
          .where(sql.ref('done_at'), 'is', null)
          .execute();
        await db.schema
          .createTable('unmasking')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('merchant_key', integer, (c) => c.notNull())
          .addColumn('certificate', 'text', (c) => c.notNull())
          .addColumn('user_id', 'text')
          .addColumn('operation', 'text', (c) => c.notNull())
          .addColumn('order_id', 'text')
          .addColumn('transaction_id', 'text')
          .addColumn('token', 'text')
          .addColumn('at', integer, (c) => c.notNull())
          .execute();
      },
    },
    '0003_browser_payments': {
      async up(db: AnyDatabase): Promise<void> {
        // An older process beside this one queries the acquirer alone, and writes no processor.
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
      },
    },
    '0004_shop_name': {
      async up(db: AnyDatabase): Promise<void> {
        await db.schema.alterTable('browser_payment').addColumn('shop_name', 'text').execute();
      },
    },
    '0005_processes': {
      async up(db: AnyDatabase): Promise<void> {
        await db.schema
          .createTable('gateway_process')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('beats', integer, (c) => c.notNull())
          .addColumn('started_at', integer, (c) => c.notNull())
          .execute();
        await db.schema.alterTable('payment_order').addColumn('owner', integer).execute();
        await db.schema.alterTable('transaction_outcome').addColumn('owner', integer).execute();
        await db.schema.alterTable('reversal').addColumn('owner', integer).execute();
      },
    },
    '0006_notifications': {
      async up(db: AnyDatabase): Promise<void> {
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
        await db.schema
          .createIndex('notification_order')
          .on('notification')
          .columns(['order_key', 'sequence'])
          .execute();
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
      },
    },
    '0007_write_probe': {
      async up(db: AnyDatabase): Promise<void> {
        await db.schema
          .createTable('write_probe')
          .addColumn('key', key, (c) => c.primaryKey())
          .addColumn('payload', bytes, (c) => c.notNull())
          .execute();
      },
    },
    '0008_disabled_merchants': {
      async up(db: AnyDatabase): Promise<void> {
        // A table of its own: a new column of `merchant` would break what older processes have prepared.
        await db.schema
          .createTable('disabled_merchant')
          .addColumn('merchant_key', key, (c) => c.primaryKey())
          .addColumn('disabled_at', integer, (c) => c.notNull())
          .execute();
      },
    },
    '0009_acquirers': {
      async up(db: AnyDatabase): Promise<void> {
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
      },
    },
  };
}
