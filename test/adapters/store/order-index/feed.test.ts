/** Each way in which an order changes reaches the index, whoever dies. */
import { describe, expect, it, vi } from 'vitest';
import { previousRows } from '../../../../src/adapters/store/order-index/statements.ts';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { eraseOrder } from '../../../../src/back-office/retention/index.ts';
import { orderEntry } from '../../../../src/core/index.ts';
import type { ChangeSource, Intent } from '../../../../src/core/ports/index.ts';
import { newDatabase, onPostgres } from '../../../support/database-place.ts';
import { newUrl, onEnd, opened } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';
import { sealer, workerOf } from './history.ts';
import { interruptedStore } from './interrupted.ts';

/** More payments than a build takes runs. */
const PAYMENTS_MAX = 100;

/** An order in the index. */
async function declinedOrder(store: Store): Promise<Intent> {
  const intent = await storeIntent(store, 'ORDER-1');
  await ended(store, intent, { gatewayCode: 'DECLINED' });
  await workerOf(store).run();
  return intent;
}

/** The ids of the orders that are found by the digits of their card. */
async function byLastFour(store: Store): Promise<string[]> {
  const terms = [[{ kind: 'LAST_FOUR', value: '0008' }]] as const;
  const { orders } = await store.orderIndex.search({
    merchantKey: 'ALL',
    filters: { terms },
    sort: 'NEWEST',
    limit: 5,
  });
  return orders.map(({ orderId }) => orderId);
}

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
    const merchant = await store.merchants.find('SHOP');
    const search = { merchantKey: merchant!.key, filters: {}, sort: 'NEWEST', limit: 5 } as const;
    const amounts = async () => {
      await workerOf(store).run();
      return (await store.orderIndex.search(search)).orders.map(({ amount }) => amount);
    };
    const withAmount = (amount: bigint) => ({ ...order!, state: { ...order!.state, amount } });
    expect(await store.restoration.bar(withAmount(900n), false, '', NOW)).toBe(true);
    expect(await amounts()).toEqual([900n]);
    expect(await store.restoration.lift(withAmount(800n))).toBe(true);
    expect(await amounts()).toEqual([800n]);
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

describe('an erasure', () => {
  it('keeps the terms that stay, where another process writes the entry meanwhile', async () => {
    const url = await newUrl();
    const store = await opened(url);
    const { order } = await declinedOrder(store);
    let interruptions = 0;
    const interrupted = await interruptedStore(url, async (statement) => {
      if (statement === previousRows && interruptions === 0) {
        interruptions += 1;
        expect(await store.orderFeed.write([order.key], (source) => orderEntry(source, sealer))).toBe(true);
      }
    });
    const options = { merchantKey: order.merchantKey, now: NOW, isDryRun: false, removeSavedCards: async () => 0 };
    expect(await eraseOrder(interrupted.erasure, order.orderId, options)).toMatchObject({ transactions: 1 });
    expect(interruptions).toBe(1);
    expect(await byLastFour(store)).toEqual([]);
    await workerOf(store).run();
    expect(await byLastFour(store)).toEqual(['ORDER-1']);
  });
});

describe('a build of the whole index', () => {
  it('adds terms that were lost', async () => {
    const place = await newDatabase();
    onEnd(() => place.remove());
    const store = await opened(place.url);
    await declinedOrder(store);
    await place.run('delete from order_term');
    expect(await byLastFour(store)).toEqual([]);
    await store.orderIndex.rebuild();
    await workerOf(store).run();
    expect(await byLastFour(store)).toEqual(['ORDER-1']);
  });

  it('begins and ends while payments never pause, and leaves no counts of the build before', async () => {
    const place = await newDatabase();
    onEnd(() => place.remove());
    const store = await opened(place.url);
    await declinedOrder(store);
    let ms = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms);
    onEnd(() => clock.mockRestore());
    const { orderFeed, orderIndex } = store;
    let payments = 0;
    let afterwards = 0;
    const paying: ChangeSource = {
      async next() {
        ms += 500;
        payments += 1;
        if (payments === 1) {
          await orderIndex.rebuild();
        }
        afterwards += (await orderIndex.build()).isBuilding ? 0 : 1;
        if (payments >= PAYMENTS_MAX || afterwards >= 10) {
          return undefined;
        }
        await ended(store, await storeIntent(store, `PAID-${payments}`), { gatewayCode: 'APPROVED' });
        return { orderKeys: [], done: async () => undefined, failed: () => undefined };
      },
    };
    await workerOf(store, {
      sources: [paying, ...orderFeed.sources],
      prepare: () => orderFeed.prepare(),
      write: (keys, entryOf) => orderFeed.write(keys, entryOf),
      postpone: (key) => orderFeed.postpone(key),
      saveProgress: () => orderFeed.saveProgress(),
      // The pauses are not what is tested here.
      isBusy: () => false,
      leave: () => orderFeed.leave(),
    }).run();
    expect(payments).toBeLessThan(PAYMENTS_MAX);
    expect(await place.rows('select distinct generation from order_count')).toEqual(
      await place.rows('select served as generation from order_index_build'),
    );
  });
});
