/**
 * The acquirer advice of a stored transaction. It is made from rows alone, so that the worker that retries it, and the
 * start after a crash, can make it again.
 */
import { currencyOf } from '../../contract/money.ts';
import { storedInstrument } from '../cards/stored-card.ts';
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

export interface Advised {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
}

/** @throws Error when the transaction is no advice or its original is gone, which cannot be */
export async function adviceOf(
  { orders, sealer }: { readonly orders: Orders; readonly sealer: Sealer },
  { order, transaction, merchantId }: Advised,
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
    ...(reference !== undefined && { reference }),
    ...(authorizationCode !== undefined && { authorizationCode }),
    ...(entryMode !== undefined && { cardPresent: { entryMode } }),
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

/** One that nobody has acknowledged is repeated for ever: its result is not asked for. */
export function isUnansweredAdvice({ request, outcome }: Pick<StoredTransaction, 'outcome' | 'request'>): boolean {
  return isAdvised(request) && outcome?.reply === undefined && outcome?.provider === undefined;
}

/** @throws Error for a transaction that was never sent to the acquirer */
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
