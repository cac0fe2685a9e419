/**
 * Selects transactions in the gateway's types, with their outcome and with the names of their order. Other statements
 * narrow these.
 */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/**
 * A transaction with its outcome, if it has one. The outcome's columns are separate subqueries: for a row or two,
 * SQLite needs a fifth of the processor time of a join.
 */
export const withOutcome = (db: Kysely<Schema>) =>
  db
    .selectFrom('payment_transaction as t')
    .select(['t.key', 't.order_key', 't.transaction_id', 't.request', 't.meaning', 't.created_at'])
    .select((eb) => [
      outcomeOf(eb).select('r.outcome').as('outcome'),
      outcomeOf(eb).select('r.updated_at').as('updated_at'),
      outcomeOf(eb).select('r.follow_ups').as('follow_ups'),
    ]);

type OfTransaction = ExpressionBuilder<Schema & { t: Schema['payment_transaction'] }, 't'>;

const outcomeOf = (eb: OfTransaction) =>
  eb.selectFrom('transaction_outcome as r').whereRef('r.transaction_key', '=', 't.key');

export const withOrder = (db: Kysely<Schema>) =>
  withOutcome(db)
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .innerJoin('merchant as m', 'm.key', 'o.merchant_key')
    .select(['m.id as merchant_id', 'o.merchant_key', 'o.order_id']);
