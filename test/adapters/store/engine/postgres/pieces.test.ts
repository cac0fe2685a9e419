/** The archive's partitions on a server, beside other readers of its tables. */
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../../../src/adapters/store/store.ts';
import type { StoredOrder } from '../../../../../src/core/ports/index.ts';
import { newDatabase } from '../../../../support/database-place.ts';
import { opened } from '../../rig.ts';
import { ended, NOW, storeIntent } from '../../stored-transactions.ts';

async function endedOrder(store: Store, orderId: string): Promise<StoredOrder> {
  const intent = await storeIntent(store, orderId, NOW);
  await ended(store, intent, { gatewayCode: 'APPROVED' });
  return (await store.orders.find(intent.order.merchantKey, orderId)) as StoredOrder;
}

it('a month’s partition is created while a backup reads the archive, without blocking', async () => {
  const at = await newDatabase();
  onTestFinished(() => at.remove());
  const store = await opened(at.url);
  const orders = [await endedOrder(store, 'O-1'), await endedOrder(store, 'O-2')];
  const all = () => Promise.all(orders.map(({ key }) => store.orders.transactions(key)));
  const before = await all();
  const backup = new pg.Client({ connectionString: at.url });
  await backup.connect();
  onTestFinished(() => backup.end());
  // As pg_dump does, for its whole duration.
  await backup.query('begin');
  await backup.query('lock table archived_transaction in access share mode');
  // Concurrently, as the walk does.
  expect(await Promise.all(orders.map((order) => store.archive.archive(order, NOW)))).toEqual([true, true]);
  expect(await all()).toEqual(before);
  expect(await store.archive.months()).toEqual([
    expect.objectContaining({ month: '2027-01', place: 'archived_transaction_2027_01', transactions: 2 }),
  ]);
  await backup.query('commit');
});
