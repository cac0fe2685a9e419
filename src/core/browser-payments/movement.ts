/**
 * Captures, refunds and voids at the provider of the payment. The message is made from stored rows only, so that the
 * worker can repeat it until it is answered, also after a crash.
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
import { isBrowserPayment, providerIdOf } from '../processing/processor.ts';
import { movementReference } from './names.ts';
import { providerPayment } from './provider-payment.ts';

/**
 * Sends the movement to its provider. Idempotent.
 * @throws Error for a transaction type that is not sent to providers, which cannot happen
 */
export async function adviseProvider(
  { orders, browser }: Pick<Gateway, 'browser' | 'orders'>,
  { order, transaction }: { readonly order: StoredOrder; readonly transaction: StoredTransaction },
): Promise<MovementOutcome> {
  const provider = browser.providers.get(providerIdOf(transaction.request) ?? '');
  // The operator removed the provider: the movement waits until it is configured again.
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
  const restsOn = await providerReferenceOf(orders, order, target ?? root);
  return {
    reference: movementReference(timeline.payment, transaction.key),
    payment: await providerPayment({ browser }, { order, transaction: root, ...timeline }),
    orderId: order.orderId,
    transactionId: transaction.transactionId,
    kind,
    amount: request.amount,
    currency: storedCurrency(request.currency),
    ...(kind === 'VOID' && target !== root && target && { target: movementReference(timeline.payment, target.key) }),
    ...(restsOn !== undefined && { restsOn }),
    ...(reference !== undefined && { transactionReference: reference }),
  };
}

/** The provider's reference of a transaction; for an updated authorization, that of its newest update. */
async function providerReferenceOf(
  orders: Gateway['orders'],
  order: StoredOrder,
  transaction: StoredTransaction,
): Promise<string | undefined> {
  const update = order.state.movements.findLast(
    ({ type, target, result }) =>
      type === 'AUTHORIZATION_UPDATE' && target === transaction.transactionId && result === 'SUCCESS',
  );
  const newest = update && (await orders.transaction(order.key, update.transactionId));
  return (newest ?? transaction).outcome?.provider?.providerReference;
}

/** The chain from the transaction's target to the payment itself. */
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

const KINDS: Partial<Record<TransactionType, ProviderMovementKind>> = {
  AUTHORIZATION_UPDATE: 'UPDATE',
  CAPTURE: 'CAPTURE',
  REFUND: 'REFUND',
};

/** @returns undefined for a type that is not sent to providers */
export function movementKind(type: TransactionType): ProviderMovementKind | undefined {
  if (type.startsWith('VOID_')) {
    return 'VOID';
  }
  return KINDS[type];
}
