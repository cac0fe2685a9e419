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
  const counted = async (merchantKey: number | 'ALL') =>
    (await store.orderIndex.counters(merchantKey, DAY, DAY))
      .map(({ kind, result, brand, reason, times, amount }) => [kind, result, brand, reason, times, amount])
      .sort();
  const line = (result: string, reason: string, times: number, amount: bigint) => [
    ...['PAYMENT', result, 'MASTERCARD', reason],
    ...[times, amount],
  ];
  expect(await counted(shop)).toEqual([
    line('FAILURE', 'DECLINED', 1, 1_200n),
    line('PENDING', '', 1, 1_200n),
    line('SUCCESS', '', 1, 1_200n),
  ]);
  const order = (await store.orders.byKey(pending.order.key))!;
  const transaction = (await store.orders.transaction(order.key, '1'))!;
  await store.orders.resolvePending({
    order: { ...order, fence: order.fence + 1 },
    transaction,
    outcome: { ...transaction.outcome!, gatewayCode: 'APPROVED' },
  });
  await workerOf(store).run();
  const now = [line('FAILURE', 'DECLINED', 1, 1_200n), line('SUCCESS', '', 2, 2_400n)];
  expect(await counted(shop)).toEqual(now);
  expect(await counted('ALL')).toEqual([now[0], line('SUCCESS', '', 3, 3_600n)]);
  expect(await store.orderIndex.counters(shop, OTHER_DAY, OTHER_DAY)).toEqual([]);
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
