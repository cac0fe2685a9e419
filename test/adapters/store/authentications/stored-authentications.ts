/** Authentications as the gateway stores them, in short form. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { newOrder } from '../../../../src/core/order/order.ts';
import type { StoredAuthentication, StoredOrder } from '../../../../src/core/ports/index.ts';
import { instrument, NOW } from '../stored-transactions.ts';

export const shop = (store: Store) => store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);

export async function orderOf(store: Store, orderId: string): Promise<StoredOrder> {
  return {
    key: store.orders.newKey(),
    merchantKey: (await shop(store)).key,
    orderId,
    state: { ...newOrder('EUR', 1_200n), authentications: ['auth'] },
    lockedBy: null,
    fence: 1,
    createdAt: NOW,
    updatedAt: NOW,
  };
}

export function authenticationOf(
  store: Store,
  order: StoredOrder,
  more: Partial<StoredAuthentication> = {},
): StoredAuthentication {
  return {
    key: store.authentications.newKey(),
    orderKey: order.key,
    transactionId: 'auth',
    threeDSServerTransID: randomUUID(),
    purpose: {
      version: 100,
      entryPoint: 'WEB_SERVICES_API',
      currency: 'EUR',
      instrument: instrument,
      details: { order: { reference: 'R-1' } },
    },
    initiated: Buffer.from('initiated'),
    requested: null,
    cardHash: Buffer.from('card'),
    sealedState: Buffer.from('sealed'),
    revision: 1,
    wakeAt: null,
    usedBy: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...more,
  };
}

export async function startAuthentication(store: Store, orderId = 'A', more: Partial<StoredAuthentication> = {}) {
  const order = await orderOf(store, orderId);
  const authentication = authenticationOf(store, order, more);
  expect(await store.authentications.begin({ order, isNew: true, authentication })).toBe(true);
  return { order, authentication };
}
