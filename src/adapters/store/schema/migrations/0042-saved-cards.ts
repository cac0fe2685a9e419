/**
 * Adds the cards that payers saved: a payer by the keyed hash of the merchant's customer id, and links from the payer
 * to tokens.
 */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/** `token.kept_for` is nullable, because processes of an older version insert tokens without it. */
export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('saved_customer')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('merchant_key', integer, (c) => c.notNull())
    .addColumn('customer_hash', bytes, (c) => c.notNull())
    .addColumn('sealed_customer', bytes, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('saved_customer_hash')
    .on('saved_customer')
    .columns(['merchant_key', 'customer_hash'])
    .execute();
  await db.schema
    .createTable('saved_card')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('customer_key', integer, (c) => c.notNull())
    .addColumn('token_key', integer, (c) => c.notNull())
    .addColumn('kept_until', integer, (c) => c.notNull())
    .addColumn('used_at', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('saved_card_customer')
    .on('saved_card')
    .columns(['customer_key', 'token_key'])
    .unique()
    .execute();
  await db.schema.createIndex('saved_card_token').on('saved_card').column('token_key').execute();
  await db.schema.alterTable('token').addColumn('kept_for', 'text').execute();
}
