/** Adds the card hash and verification of tokens, refund requests, and the record of unmasked card numbers. */
import { sql } from 'kysely';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
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
}
