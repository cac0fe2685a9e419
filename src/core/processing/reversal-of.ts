/** The reversal of a request without an answer, which may have arrived, or of a request with a rejected approval. */
import type { Clock, NewReversal, Orders, StoredOrder, StoredTransaction } from '../ports/index.ts';
import { acquirerName } from './acquirers.ts';
import { acquirerCurrency } from './advice.ts';
import { requestKind } from './message-kinds.ts';
import { traceOf } from './trace.ts';

export interface ReversedTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
}

/** @throws Error for a transaction that is not a request: only requests are reversed */
export function reversalOf(
  { orders, clock }: { readonly orders: Pick<Orders, 'newKey'>; readonly clock: Clock },
  { order, transaction, merchantId }: ReversedTransaction,
): NewReversal {
  const { request } = transaction;
  const originalKind = requestKind(request.type);
  if (originalKind === undefined) {
    throw new Error(`A transaction of type ${request.type} is not reversed.`);
  }
  const key = orders.newKey();
  return {
    key,
    acquirer: acquirerName(request),
    advice: {
      trace: traceOf(key, clock.now()),
      original: traceOf(transaction.key, transaction.createdAt),
      originalKind,
      merchantId,
      orderId: order.orderId,
      transactionId: transaction.transactionId,
      amount: request.amount,
      currency: acquirerCurrency(request.currency),
    },
  };
}
