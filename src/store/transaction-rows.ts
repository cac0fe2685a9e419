/**
 * Transactions in the gateway's types: with their outcome, and with the names of their order. Other statements narrow
 * these.
 */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** A transaction with its outcome, if it has one. */
export const withOutcome = (db: Kysely<Schema>) =>
  db
    .selectFrom('payment_transaction as t')
    .leftJoin('transaction_outcome as r', 'r.transaction_key', 't.key')
    .select([
      't.key',
      't.order_key',
      't.transaction_id',
      't.request',
      't.meaning',
      't.created_at',
      'r.outcome',
      'r.updated_at',
      'r.follow_ups',
    ]);

export const withOrder = (db: Kysely<Schema>) =>
  withOutcome(db)
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .innerJoin('merchant as m', 'm.key', 'o.merchant_key')
    .select(['m.id as merchant_id', 'o.merchant_key', 'o.order_id']);
