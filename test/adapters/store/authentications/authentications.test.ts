/** Authentications in the store: written with their order, concurrent changes, and claims of due ones. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { SECOND_MS } from '../../../../src/contract/durations.ts';
import type { Intent, StoredOrder } from '../../../../src/core/ports/index.ts';
import { newUrl, opened } from '../rig.ts';
import { instrument, NOW } from '../stored-transactions.ts';
import { authenticationOf, orderOf, startAuthentication } from './stored-authentications.ts';

/** A payment of the order's, one fence further. */
function payment(store: Store, order: StoredOrder, fence: number, more: Partial<Intent> = {}): Intent {
  const key = store.orders.newKey();
  return {
    order: { ...order, lockedBy: key, fence },
    isNew: false,
    transaction: {
      key,
      orderKey: order.key,
      transactionId: `${key}`,
      fingerprint: Buffer.from('fingerprint'),
      request: {
        ...{ operation: 'PAY', type: 'PAYMENT', version: 100, entryPoint: 'WEB_SERVICES_API', currency: 'EUR' },
        ...{ amount: 1_200n, instrument: instrument, details: {} },
      } as const,
      createdAt: NOW,
      updatedAt: NOW,
    },
    sealedCard: null,
    ...more,
  };
}

it('the transaction id of a 3DS Server is found while merchants move, although it looks signed', async () => {
  const store = await opened();
  const { authentication } = await startAuthentication(store);
  expect(await store.moves.findPayerId(authentication.threeDSServerTransID)).toBe('HERE');
  expect(await store.moves.findPayerId(randomUUID())).toBeUndefined();
});

describe('an authentication', () => {
  it('is found by its order and id, by its key, and by its name at the directory server', async () => {
    const store = await opened();
    const { order, authentication } = await startAuthentication(store);
    expect(await store.authentications.find(order.key, 'auth')).toEqual(authentication);
    expect(await store.authentications.find(order.key, 'other')).toBeUndefined();
    const found = await store.authentications.findByServerId(authentication.threeDSServerTransID);
    expect(found).toMatchObject({ authentication, merchantId: 'SHOP', order: { orderId: 'A' } });
    expect(await store.authentications.findByKey(authentication.key)).toEqual(found);
    expect(await store.authentications.findByServerId(randomUUID())).toBeUndefined();
  });

  it('is known to its order, with which it is written', async () => {
    const store = await opened();
    const { order } = await startAuthentication(store);
    const stored = await store.orders.find(order.merchantKey, 'A');
    expect(stored).toMatchObject({ fence: 1, lockedBy: null, state: { authentications: ['auth'] } });
  });

  it('is not written where its order was created, changed or locked meanwhile', async () => {
    const store = await opened();
    const { order } = await startAuthentication(store);
    const again = authenticationOf(store, order, { transactionId: 'again' });
    const { begin } = store.authentications;
    const begins = begin.bind(store.authentications);
    expect(await begins({ order: await orderOf(store, 'A'), isNew: true, authentication: again })).toBe(false);
    expect(await begins({ order, isNew: false, authentication: again })).toBe(false);
    expect(await begins({ order: { ...order, fence: 2 }, isNew: false, authentication: again })).toBe(true);
    expect(await store.orders.begin(payment(store, order, 3))).toBe(true);
    const late = authenticationOf(store, order, { transactionId: 'late' });
    expect(await begins({ order: { ...order, fence: 4 }, isNew: false, authentication: late })).toBe(false);
    const stored = await store.authentications.ofOrder(order.key);
    expect(stored.map(({ transactionId }) => transactionId)).toEqual(['auth', 'again']);
  });

  it('is read after those that started before it, also by a process with greater keys', async () => {
    const url = await newUrl();
    const [first, second] = [await opened(url), await opened(url, { owner: false })];
    const { order } = await startAuthentication(second);
    const state = { ...order.state, authentications: ['auth', 'again'] };
    const again = authenticationOf(first, order, { transactionId: 'again' });
    const next = { ...order, state, fence: 2 };
    expect(await first.authentications.begin({ order: next, isNew: false, authentication: again })).toBe(true);
    const stored = await first.authentications.ofOrder(order.key);
    expect(stored.map(({ transactionId }) => transactionId)).toEqual(['auth', 'again']);
  });

  it('changes by its revision: of two changes of the same one, only the first', async () => {
    const store = await opened();
    const { order, authentication } = await startAuthentication(store);
    const after = {
      ...authentication,
      purpose: { ...authentication.purpose, amount: 9_007_199_254_740_993n },
      requested: Buffer.from('requested'),
      sealedState: Buffer.from('after'),
      revision: 2,
      wakeAt: NOW + SECOND_MS,
      updatedAt: NOW + 1,
    };
    const other = { ...after, sealedState: Buffer.from('other') };
    expect(await Promise.all([after, other].map((one) => store.authentications.change(one)))).toEqual([true, false]);
    expect(await store.authentications.find(order.key, 'auth')).toEqual(after);
  });

  it('changed by many at once keeps each one’s own values', async () => {
    const store = await opened();
    const all = await Promise.all(['A', 'B', 'C', 'D'].map((id) => startAuthentication(store, id)));
    const changes = all.map(({ authentication }, at) => ({
      ...authentication,
      sealedState: Buffer.from(`${at}`),
      wakeAt: at === 0 ? null : NOW + at,
      revision: 2,
    }));
    await Promise.all(changes.map((one) => store.authentications.change(one)));
    const stored = await Promise.all(changes.map(({ orderKey }) => store.authentications.find(orderKey, 'auth')));
    expect(stored).toEqual(changes);
  });
});

it('an authentication needs the data keys, which seal its state', async () => {
  const store = await opened();
  expect(await store.dataKeys.areNeeded()).toBe(false);
  await startAuthentication(store);
  expect(await store.dataKeys.areNeeded()).toBe(true);
});

describe('a payment', () => {
  it('uses an authentication up, and no further one starts with it', async () => {
    const store = await opened();
    const { order, authentication } = await startAuthentication(store);
    const spentAuthentication = authentication.key;
    const first = payment(store, order, 2, { spentAuthentication });
    expect(await store.orders.begin(first)).toBe(true);
    expect((await store.authentications.find(order.key, 'auth'))?.usedBy).toBe(first.transaction.key);
    const { order: other } = await startAuthentication(store, 'B');
    expect(await store.orders.begin(payment(store, other, 2, { spentAuthentication }))).toBe(false);
    // The order that it would have locked is unchanged.
    expect(await store.orders.find(other.merchantKey, 'B')).toMatchObject({ lockedBy: null, fence: 1 });
    expect(await store.orders.begin(payment(store, other, 2))).toBe(true);
  });

  it('keeps it used through later changes', async () => {
    const store = await opened();
    const { order, authentication } = await startAuthentication(store);
    const paid = payment(store, order, 2, { spentAuthentication: authentication.key });
    await store.orders.begin(paid);
    await store.authentications.change({ ...authentication, revision: 2 });
    expect((await store.authentications.find(order.key, 'auth'))?.usedBy).toBe(paid.transaction.key);
  });
});

describe('a due authentication', () => {
  it('is claimed by one process alone, the longest due first, until it changes it or dies', async () => {
    const url = await newUrl();
    const store = await opened(url);
    const [second, first] = [
      await startAuthentication(store, 'A', { wakeAt: NOW - 1 }),
      await startAuthentication(store, 'B', { wakeAt: NOW - 2 }),
    ];
    await startAuthentication(store, 'C', { wakeAt: NOW + 1 });
    await startAuthentication(store, 'D');
    const keys = async (by: Store, now = NOW) =>
      (await by.authentications.due(now, 10)).map(({ authentication }) => authentication.key);
    expect(await keys(store)).toEqual([first.authentication.key, second.authentication.key]);
    if (url.startsWith('postgres')) {
      expect(await keys(await opened(url))).toEqual([]);
    }
    await store.authentications.change({ ...first.authentication, revision: 2, wakeAt: null });
    expect(await keys(store)).toEqual([second.authentication.key]);
    await store.close();
    expect(await keys(await opened(url))).toEqual([second.authentication.key]);
  });

  it('unclaimed for a minute is an alert', async () => {
    const store = await opened();
    const { authentication } = await startAuthentication(store, 'A', { wakeAt: NOW });
    await startAuthentication(store, 'B');
    const at = (seconds: number) => store.alerts.list(NOW + seconds * SECOND_MS, 10);
    expect(await at(60)).toEqual([]);
    expect(await at(61)).toEqual([
      {
        kind: 'AUTHENTICATION_UNENDED',
        key: authentication.key,
        merchantId: 'SHOP',
        orderId: 'A',
        transactionId: 'auth',
        receipt: authentication.threeDSServerTransID,
        amount: 0n,
        currency: 'EUR',
        since: NOW,
        tries: 0,
      },
    ]);
    await store.authentications.change({ ...authentication, revision: 2, wakeAt: null });
    expect(await at(61)).toEqual([]);
  });
});
