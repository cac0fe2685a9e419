/** Counts of a day, by method, brand and reason, that add up whatever happens to an order. */
import { expect, it } from 'vitest';
import { overviewOf } from '../../../../src/core/index.ts';
import { opened } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';
import { workerOf } from './history.ts';

const DAY = new Date(NOW).toISOString().slice(0, 10);
const OTHER_DAY = '2000-01-01';

it('counts each transaction once, by its result, and moves it when its result changes', async () => {
  const store = await opened();
  await ended(store, await storeIntent(store, 'ORDER-1'), { gatewayCode: 'APPROVED' });
  await ended(store, await storeIntent(store, 'ORDER-2'), { gatewayCode: 'DECLINED' });
  const pending = await storeIntent(store, 'ORDER-3');
  await ended(store, pending, { gatewayCode: 'PENDING' });
  await ended(store, await storeIntent(store, 'ORDER-4', NOW, 'OTHER'), { gatewayCode: 'APPROVED' });
  await workerOf(store).run();
  const shop = (await store.merchants.find('SHOP'))!.key;
  const counted = async (merchantKey: number | 'ALL') => {
    const { byDay, byName } = await store.orderIndex.counters(merchantKey, DAY, DAY);
    expect(byDay.every(({ day, currency }) => day === DAY && currency === 'EUR')).toBe(true);
    return {
      byDay: byDay.map(({ kind, result, times, amount }) => [kind, result, times, amount]).sort(),
      byName: byName.map(({ kind, result, brand, reason, times }) => [kind, result, brand, reason, times]).sort(),
    };
  };
  const lines = (...results: readonly (readonly [result: string, reason: string, times: number])[]) => ({
    byDay: results.map(([result, , times]) => ['PAYMENT', result, times, 1_200n * BigInt(times)]),
    byName: results.map(([result, reason, times]) => ['PAYMENT', result, 'MASTERCARD', reason, times]),
  });
  expect(await counted(shop)).toEqual(lines(['FAILURE', 'DECLINED', 1], ['PENDING', '', 1], ['SUCCESS', '', 1]));
  const order = (await store.orders.byKey(pending.order.key))!;
  const transaction = (await store.orders.transaction(order.key, '1'))!;
  await store.orders.resolvePending({
    order: { ...order, fence: order.fence + 1 },
    transaction,
    outcome: { ...transaction.outcome!, gatewayCode: 'APPROVED' },
  });
  await workerOf(store).run();
  const now = lines(['FAILURE', 'DECLINED', 1], ['SUCCESS', '', 2]);
  expect(await counted(shop)).toEqual(now);
  expect(await counted('ALL')).toEqual(lines(['FAILURE', 'DECLINED', 1], ['SUCCESS', '', 3]));
  expect(await store.orderIndex.counters(shop, OTHER_DAY, OTHER_DAY)).toEqual({ byDay: [], byName: [] });
  const { days, brands, reasons, moved } = overviewOf([DAY], await store.orderIndex.counters('ALL', DAY, DAY));
  expect({ days, brands, reasons, moved }).toEqual({
    days: [{ day: DAY, approved: 3, declined: 1, moved }],
    brands: [{ name: 'MASTERCARD', approved: 3, declined: 1 }],
    reasons: [{ name: 'DECLINED', times: 1 }],
    moved: [{ currency: 'EUR', taken: 3_600n, givenBack: 0n, chargedBack: 0n }],
  });
  await store.orderIndex.rebuild();
  await workerOf(store).run();
  expect(await counted(shop)).toEqual(now);
});
