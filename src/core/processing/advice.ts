/**
 * The acquirer advice of a stored transaction. It is made from stored rows only, so that the retry worker, and recovery
 * after a crash, can make it again.
 */
import { currencyOf } from '../../contract/money.ts';
import { storedInstrument } from '../cards/stored-card.ts';
import { statementOf } from '../order/statement.ts';
import type {
  AcquirerAdvice,
  AcquirerCurrency,
  Orders,
  OriginalMessage,
  Sealer,
  StoredOrder,
  StoredTransaction,
} from '../ports/index.ts';
import { adviceKind, messageKind } from './message-kinds.ts';
import { isAdvised } from './processor.ts';
import { traceOf } from './trace.ts';

export interface AdvisedTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
}

/** @throws Error if the transaction is no advice or its original is missing, which cannot happen */
export async function adviceOf(
  { orders, sealer }: { readonly orders: Orders; readonly sealer: Sealer },
  { order, transaction, merchantId }: AdvisedTransaction,
): Promise<AcquirerAdvice> {
  const { request } = transaction;
  const kind = adviceKind(request.type);
  if (kind === undefined) {
    throw new Error(`A transaction of type ${request.type} is no advice.`);
  }
  const { target, authorizationCode } = request;
  const reference = request.details.transaction?.reference;
  const entryMode = request.details.posTerminal?.entryMode;
  return {
    kind,
    trace: traceOf(transaction.key, transaction.createdAt),
    merchantId,
    orderId: order.orderId,
    transactionId: transaction.transactionId,
    amount: request.amount,
    currency: acquirerCurrency(request.currency),
    reference,
    statement: statementOf(request.details),
    authorizationCode,
    cardPresent: entryMode === undefined ? undefined : { entryMode },
    ...(target === undefined
      ? { instrument: await storedInstrument({ orders, sealer }, transaction) }
      : { original: originalOf(await originalTransaction(orders, order, target)) }),
  };
}

async function originalTransaction(orders: Orders, order: StoredOrder, target: string): Promise<StoredTransaction> {
  const found = await orders.transaction(order.key, target);
  if (found === undefined) {
    throw new Error('The original of a stored transaction is gone.');
  }
  return found;
}

/** True for an advice without an acknowledgement. It is repeated until acknowledged, without status queries. */
export function isUnansweredAdvice({ request, outcome }: Pick<StoredTransaction, 'outcome' | 'request'>): boolean {
  return isAdvised(request) && outcome?.reply === undefined && outcome?.provider === undefined;
}

/** @throws Error for a transaction that is not sent to the acquirer */
export function originalOf(transaction: StoredTransaction): OriginalMessage {
  const kind = messageKind(transaction.request.type);
  if (kind === undefined) {
    throw new Error(`The acquirer knows no transaction of type ${transaction.request.type}.`);
  }
  return { kind, trace: traceOf(transaction.key, transaction.createdAt) };
}

export function acquirerCurrency(code: string): AcquirerCurrency {
  const currency = currencyOf(code);
  if (currency === undefined) {
    throw new Error(`A stored transaction has the unknown currency ${code}.`);
  }
  return { code: currency.code, numeric: currency.numeric };
}
