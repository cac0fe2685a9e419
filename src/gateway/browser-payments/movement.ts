/**
 * Captures, refunds and voids at the provider that made the payment. The message is made from rows alone, so that the
 * worker can retry it until it is answered, also after a crash.
 */

import type { Gateway } from '../gateway.ts';
import type { TransactionType } from '../order/order.ts';
import { storedCurrency } from '../order/stored-currency.ts';
import type {
  MovementOutcome,
  ProviderMovement,
  ProviderMovementKind,
  StoredOrder,
  StoredTransaction,
} from '../ports/index.ts';
import { isBrowserPayment, providerOf } from '../processing/processor.ts';
import { movementReference } from './names.ts';

/**
 * Idempotent.
 * @throws Error for a transaction that is sent to no provider, which cannot be
 */
export async function adviseProvider(
  { orders, browser }: Pick<Gateway, 'browser' | 'orders'>,
  { order, transaction }: { readonly order: StoredOrder; readonly transaction: StoredTransaction },
): Promise<MovementOutcome> {
  const provider = browser.providers.get(providerOf(transaction.request) ?? '');
  // The operator removed the provider: the movement waits until it is back.
  if (provider === undefined) {
    return { status: 'NOT_SENT' };
  }
  return provider.move(await movementOf({ orders, browser }, order, transaction));
}

async function movementOf(
  { orders, browser }: Pick<Gateway, 'browser' | 'orders'>,
  order: StoredOrder,
  transaction: StoredTransaction,
): Promise<ProviderMovement> {
  const { request } = transaction;
  const kind = movementKind(request.type);
  if (kind === undefined) {
    throw new Error(`A provider hears of no transaction of type ${request.type}.`);
  }
  const chain = await chainOf(orders, order.key, transaction);
  const root = chain.at(-1);
  const timeline = root && (await browser.payments.timeline(root.key));
  if (root === undefined || timeline === undefined) {
    throw new Error('The browser payment of a transaction is gone.');
  }
  const [target] = chain;
  const reference = request.details.transaction?.reference;
  return {
    reference: movementReference(timeline.payment, transaction.key),
    payment: timeline.payment.reference,
    kind,
    amount: request.amount,
    currency: storedCurrency(request.currency),
    ...(kind === 'VOID' && target !== root && target && { target: movementReference(timeline.payment, target.key) }),
    ...(reference !== undefined && { transactionReference: reference }),
  };
}

/** From the transaction's target to the payment itself. */
async function chainOf(
  orders: Gateway['orders'],
  orderKey: number,
  transaction: StoredTransaction,
): Promise<StoredTransaction[]> {
  const chain: StoredTransaction[] = [];
  for (let at = transaction; !isBrowserPayment(at.request); ) {
    const { target } = at.request;
    const next = target === undefined ? undefined : await orders.transaction(orderKey, target);
    if (next === undefined) {
      throw new Error('The payment that a transaction follows is gone.');
    }
    chain.push(next);
    at = next;
  }
  return chain;
}

/** @returns undefined for what no provider is told of */
export function movementKind(type: TransactionType): ProviderMovementKind | undefined {
  if (type.startsWith('VOID_')) {
    return 'VOID';
  }
  return type === 'CAPTURE' || type === 'REFUND' ? type : undefined;
}
