/** Transactions as the gateway stores them, in short form, for tests of reading them. */

import type { Store } from '../../../src/adapters/store/store.ts';
import { newOrder } from '../../../src/core/order/order.ts';
import type { CompletedTransaction, Intent } from '../../../src/core/ports/index.ts';
import { traceOf } from '../../../src/core/processing/trace.ts';

export const NOW = 1_800_000_000_000;

export const instrument = {
  type: 'CARD',
  brand: 'MASTERCARD',
  scheme: 'MASTERCARD',
  fundingMethod: 'UNKNOWN',
  number: '512345xxxxxx0008',
} as const;

/** The intent of a payment of EUR 12.00 on an order of its own. */
export async function storeIntent(
  store: Store,
  orderId: string,
  at = NOW,
  shop = 'SHOP',
  sealedCard: Uint8Array | null = null,
  orderKey = store.orders.newKey(),
): Promise<Intent> {
  const merchant = await store.merchants.put({ id: shop, name: 'Shop' }, NOW);
  const key = store.orders.newKey();
  const order = {
    key: orderKey,
    merchantKey: merchant.key,
    orderId,
    state: newOrder('EUR', 1_200n),
    lockedBy: key,
    fence: 1,
    createdAt: at,
    updatedAt: at,
  };
  const request = {
    operation: 'PAY',
    type: 'PAYMENT',
    version: 100,
    entryPoint: 'WEB_SERVICES_API',
    currency: 'EUR',
    amount: 1_200n,
    instrument,
    details: {},
  } as const;
  const transaction = {
    key,
    orderKey: order.key,
    transactionId: '1',
    fingerprint: Buffer.from('fingerprint'),
    request,
    createdAt: at,
    updatedAt: at,
  };
  const intent: Intent = { order, isNew: true, transaction, sealedCard };
  if (!(await store.orders.begin(intent))) {
    throw new Error('The order was there before.');
  }
  return intent;
}

export type Ending = Pick<CompletedTransaction, 'followUpAt'> & {
  readonly gatewayCode: CompletedTransaction['outcome']['gatewayCode'];
  /** Has a reversal as well. */
  readonly reversed?: boolean;
};

/** Completes it. @returns the key of its reversal */
export async function ended(store: Store, { order, transaction }: Intent, ending: Ending): Promise<number> {
  const { gatewayCode, followUpAt, reversed } = ending;
  const { movements: _, ...totals } = order.state;
  const { createdAt, updatedAt } = order;
  const outcome = { gatewayCode, order: { ...totals, status: 'FAILED' as const, createdAt, updatedAt } };
  const key = store.orders.newKey();
  const advice = {
    trace: traceOf(key, createdAt),
    original: traceOf(transaction.key, createdAt),
    originalKind: 'PAYMENT',
    merchantId: 'SHOP',
    orderId: order.orderId,
    transactionId: transaction.transactionId,
    amount: 1_200n,
    currency: { code: 'EUR', numeric: '978' },
  } as const;
  const finish: CompletedTransaction = {
    order,
    transaction: { ...transaction, outcome },
    outcome,
    ...(followUpAt !== undefined && { followUpAt }),
    ...(reversed === true && { reversal: { key, acquirer: transaction.request.acquirer ?? 'default', advice } }),
  };
  if (!(await store.orders.complete(finish))) {
    throw new Error('The lock was lost.');
  }
  return key;
}
