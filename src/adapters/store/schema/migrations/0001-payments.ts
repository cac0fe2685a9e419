/** Creates merchants, orders, transactions, sessions and tokens. */
import { sql } from 'kysely';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
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
  await db.schema.createIndex('reversal_due').on('reversal').column('due_at').where('due_at', 'is not', null).execute();
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
}
