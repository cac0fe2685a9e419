/** Converts rows of orders and transactions to the gateway's types, and validates stored money. */
import type { StoredOrder, StoredTransaction } from '../../../core/ports/index.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { parseOutcome, parseRequest, parseState } from './serialisation.ts';
import type { findOrder, findTransaction, transactionWithOrder } from './statements.ts';

type OrderRow = NonNullable<(typeof findOrder)['row']>;
export type TransactionWithOrderRow = NonNullable<(typeof transactionWithOrder)['row']>;
type TransactionRow = NonNullable<(typeof findTransaction)['row']>;

/** @throws InvariantError if the stored state is damaged */
export function orderFrom(row: OrderRow): StoredOrder {
  return {
    key: Number(row.key),
    merchantKey: Number(row.merchant_key),
    orderId: row.order_id,
    state: parseState(row.state, Number(row.key)),
    lockedBy: numberOrNull(row.locked_by),
    fence: Number(row.fence),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

/** @throws InvariantError if the stored request or outcome is damaged */
export function transactionFrom(row: TransactionRow): StoredTransaction {
  return {
    key: Number(row.key),
    orderKey: Number(row.order_key),
    transactionId: row.transaction_id,
    fingerprint: row.meaning,
    request: parseRequest(row.request, Number(row.key)),
    outcome: row.outcome === null ? undefined : parseOutcome(row.outcome, Number(row.key)),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at ?? row.created_at),
  };
}
