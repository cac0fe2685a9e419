/** Each way in which an order changes reaches the index, whoever dies. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { orderEntry } from '../../../../src/core/index.ts';
import { onPostgres } from '../../../support/database-place.ts';
import { newUrl, opened } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';
import { sealer, workerOf } from './history.ts';

/** The index's status of an order, without a search. */
async function indexed(store: Store, orderId: string) {
  const merchant = await store.merchants.find('SHOP');
  const [found] = (
    await store.orderIndex.search({
      merchantKey: merchant?.key ?? 0,
      filters: { orderId },
      sort: 'NEWEST',
      limit: 1,
    })
  ).orders;
  return found && [found.status, found.declineCode, found.steps.join(' ')];
}

describe('a change of an order is in the index after the next run', () => {
  it('for a payment under way, its outcome, and the end of an open result', async () => {
    const store = await opened();
    const worker = workerOf(store);
    const intent = await storeIntent(store, 'ORDER-1');
    await worker.run();
    expect(await indexed(store, 'ORDER-1')).toEqual(['INITIATED', null, '']);
    await ended(store, intent, { gatewayCode: 'DECLINED' });
    await worker.run();
    expect(await indexed(store, 'ORDER-1')).toEqual(['INITIATED', null, 'DECLINED']);
    const order = await store.orders.byKey(intent.order.key);
    const transaction = await store.orders.transaction(order!.key, '1');
    const outcome = { ...transaction!.outcome!, gatewayCode: 'APPROVED' as const };
    const resolved = { ...order!, fence: order!.fence + 1 };
    expect(await store.orders.resolvePending({ order: resolved, transaction: transaction!, outcome })).toBe(true);
    await worker.run();
    expect(await indexed(store, 'ORDER-1')).toEqual(['INITIATED', null, 'PAID']);
    await worker.close();
  });

  it('for an order that a restore bars, and lets go again', async () => {
    const store = await opened();
    const intent = await storeIntent(store, 'ORDER-1');
    await ended(store, intent, { gatewayCode: 'APPROVED' });
    await workerOf(store).run();
    const order = await store.orders.byKey(intent.order.key);
    await store.restoration.bar({ ...order!, state: { ...order!.state, amount: 900n } }, false, '', NOW);
    await workerOf(store).run();
    const merchant = await store.merchants.find('SHOP');
    const search = { merchantKey: merchant!.key, filters: {}, sort: 'NEWEST', limit: 5 } as const;
    expect((await store.orderIndex.search(search)).orders.map(({ amount }) => amount)).toEqual([900n]);
  });
});

describe('after a death', () => {
  it('the next process finds the orders that the dead one changed', async () => {
    const url = await newUrl();
    const dying = await opened(url);
    await workerOf(dying).run();
    await ended(dying, await storeIntent(dying, 'ORDER-1'), { gatewayCode: 'DECLINED' });
    await dying.close();
    const next = await opened(url);
    await workerOf(next).run();
    expect(await indexed(next, 'ORDER-1')).toEqual(['INITIATED', null, 'DECLINED']);
  });

  it('the third process finds the payment that the second one completed for the first', async () => {
    const url = await newUrl();
    const first = await opened(url);
    await workerOf(first).run();
    const intent = await storeIntent(first, 'ORDER-1');
    await first.close();
    const second = await opened(url);
    await workerOf(second).run();
    await ended(second, intent, { gatewayCode: 'DECLINED' });
    await second.close();
    const third = await opened(url);
    await workerOf(third).run();
    expect(await indexed(third, 'ORDER-1')).toEqual(['INITIATED', null, 'DECLINED']);
  });

  it('a payment is found whose key was allocated before the stored mark', async () => {
    const url = await newUrl();
    const dying = await opened(url);
    await workerOf(dying).run();
    const early = dying.orders.newKey();
    for (const later of [0, 20_000, 40_000]) {
      await dying.orderFeed.saveProgress(later);
    }
    const { transaction, order } = await storeIntent(dying, 'ORDER-0');
    await dying.orders.begin({
      order: { ...order, key: early, orderId: 'ORDER-1', lockedBy: early },
      isNew: true,
      transaction: { ...transaction, key: early, orderKey: early },
      sealedCard: null,
    });
    await dying.close();
    const next = await opened(url);
    await workerOf(next).run();
    expect(await indexed(next, 'ORDER-1')).toEqual(['INITIATED', null, '']);
  });
});

describe('two processes that write one order at once', () => {
  it('write one entry; the other process reads the order again', async () => {
    const url = await newUrl();
    const one = await opened(url);
    const other = onPostgres() ? await opened(url) : one;
    const { order } = await storeIntent(one, 'ORDER-1');
    const write = (store: Store) => store.orderFeed.write([order.key], (source) => orderEntry(source, sealer));
    await one.orderFeed.prepare();
    await other.orderFeed.prepare();
    expect((await Promise.all([write(one), write(other)])).toSorted()).toEqual([false, true]);
    expect(await write(other)).toBe(true);
  });
});
