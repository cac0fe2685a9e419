/**
 * Captures, refunds and voids of a provider's payment: sent to the provider instead of the acquirer. The message is
 * made from rows alone, so that the worker can retry it until it is answered, also after a crash.
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import { BROWSER_PAYMENT_PROVIDERS, providerName } from '../../contract/fields/browser-payment-fields.ts';
import { textAt } from '../../contract/values.ts';
import { movementReference } from '../browser/names.ts';
import type { Gateway } from '../gateway.ts';
import type { TransactionType } from '../order.ts';
import type { StoredOrder, StoredTransaction } from '../order-records.ts';
import { ACQUIRER, isBrowserPayment, processorOf } from '../processor.ts';
import type { MovementOutcome, ProviderMovement, ProviderMovementKind } from '../provider-port.ts';
import { adviseOnce, storedCurrency } from './order-context.ts';
import type { Send, TransactionCall } from './plan.ts';

/**
 * Sends the advice to the processor that made the payment: the acquirer, or its provider.
 * @throws InterfaceError when the provider does not support it
 */
export function adviseProcessorOnce(
  gateway: Gateway,
  call: TransactionCall,
  source: StoredTransaction,
  type: TransactionType,
): Send {
  const processor = processorOf(source.request);
  if (processor === ACQUIRER) {
    return adviseOnce(gateway, call);
  }
  requireAbility(call, processor, type);
  return (transaction, order) => adviseProvider(gateway, { order, transaction });
}

function requireAbility({ operation }: TransactionCall, processor: string, type: TransactionType): void {
  const kind = kindOf(type);
  if (kind !== undefined && BROWSER_PAYMENT_PROVIDERS[processor]?.movements.includes(kind)) {
    return;
  }
  const why = `${providerName(processor)}, with which the order was paid, does not offer it`;
  throw namedError('NOT_POSSIBLE', { operation, why });
}

/**
 * Idempotent.
 * @throws Error for a transaction that is sent to no provider, which cannot be
 */
export async function adviseProvider(
  { orders, browser }: Pick<Gateway, 'browser' | 'orders'>,
  { order, transaction }: { readonly order: StoredOrder; readonly transaction: StoredTransaction },
): Promise<MovementOutcome> {
  const provider = browser.providers.get(processorOf(transaction.request));
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
  const kind = kindOf(request.type);
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
  const reference = textAt(request.details, 'transaction.reference');
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

function kindOf(type: TransactionType): ProviderMovementKind | undefined {
  if (type.startsWith('VOID_')) {
    return 'VOID';
  }
  return type === 'CAPTURE' || type === 'REFUND' ? type : undefined;
}
