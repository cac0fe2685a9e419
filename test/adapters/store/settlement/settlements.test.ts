/** Settlement entries in the store, on the engine of the run: stored once, atomically with their transactions. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import type { SettlementEntry } from '../../../../src/back-office/settlement/index.ts';
import { recordReported } from '../../../../src/core/processing/record-reported.ts';
import { opened } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';

const ENTRY: SettlementEntry = {
  ...{ id: 'E-1', source: 'default', kind: 'CHARGEBACK', references: ['R-1'], merchant: 'SHOP', order: 'ORDER-1' },
  ...{ gross: -(10n ** 17n), fee: 25n, net: -(10n ** 17n) - 25n, currency: 'EUR', date: '2026-11-20', payout: 'PO-1' },
};

/** An order with a declined payment: the store accepts any entry about it. */
async function orderIn(store: Store) {
  const intent = await storeIntent(store, 'ORDER-1');
  const declined = { gatewayCode: 'DECLINED' } as const;
  const movement = { transactionId: '1', type: 'PAYMENT', result: 'FAILURE', amount: 1_200n, ...declined } as const;
  const state = { ...intent.order.state, movements: [movement] };
  await ended(store, { ...intent, order: { ...intent.order, state } }, declined);
  const merchant = (await store.merchants.find('SHOP'))!;
  const order = (await store.orders.find(merchant.key, 'ORDER-1'))!;
  const [payment] = await store.orders.transactions(order.key);
  const record = () =>
    recordReported(
      { clock: { now: () => NOW }, orders: store.orders, notifications: { body: async () => '' } },
      merchant,
      order,
      (['CHARGEBACK', 'FUNDING'] as const).map((type) => ({
        ...{
          type,
          transactionId: type.toLowerCase(),
          amount: 300n,
          currency: 'EUR',
          target: payment!,
          reference: 'R-1',
        },
      })),
    );
  return { merchant, order, record };
}

const stored = async (store: Store) => {
  const entries = [];
  for await (const one of store.settlements.entries()) {
    entries.push(one);
  }
  return entries;
};

describe('a settlement entry', () => {
  it('is read as it was stored, and stored once', async () => {
    const store = await opened();
    const about = { orderKey: null, isBooked: false };
    expect(await store.settlements.store(ENTRY, about, NOW)).toBe(true);
    expect(await store.settlements.store({ ...ENTRY, fee: 0n }, about, NOW)).toBe(false);
    const expected = { entry: ENTRY, orderKey: null, isBooked: false, payoutKey: null, key: expect.any(Number) };
    expect(await store.settlements.find('default', 'E-1')).toEqual(expected);
    expect(await stored(store)).toEqual([expected]);
    expect(await store.settlements.find('another', 'E-1')).toBeUndefined();
    expect(await store.settlements.store({ ...ENTRY, source: 'another' }, about, NOW)).toBe(true);
  });

  it('is stored with its transactions, which the order then has', async () => {
    const store = await opened();
    const { order, merchant, record } = await orderIn(store);
    const about = { orderKey: order.key, isBooked: true, recorded: await record() };
    expect(await store.settlements.store(ENTRY, about, NOW)).toBe(true);
    const transactions = await store.orders.transactions(order.key);
    expect(transactions.map(({ request: { type, operation } }) => [type, operation])).toEqual([
      ['PAYMENT', 'PAY'],
      ['CHARGEBACK', 'SETTLEMENT'],
      ['FUNDING', 'SETTLEMENT'],
    ]);
    expect(transactions[2]?.outcome).toMatchObject({ gatewayCode: 'APPROVED', order: { totalChargedBack: 300n } });
    expect((await store.orders.find(merchant.key, 'ORDER-1'))?.fence).toBe(order.fence + 1);
    for await (const { orderKey, entries } of store.settlements.orders()) {
      expect([orderKey, entries.map(({ entry }) => entry)]).toEqual([order.key, [ENTRY]]);
    }
  });

  it('is not stored where the order changed meanwhile, nor are its transactions', async () => {
    const store = await opened();
    const { order, record } = await orderIn(store);
    const [first, second] = [await record(), await record()];
    const about = { orderKey: order.key, isBooked: true };
    expect(await store.settlements.store({ ...ENTRY, id: 'E-0' }, { ...about, recorded: first }, NOW)).toBe(true);
    expect(await store.settlements.store(ENTRY, { ...about, recorded: second }, NOW)).toBe(false);
    expect(await store.settlements.find('default', 'E-1')).toBeUndefined();
    expect(await store.orders.transactions(order.key)).toHaveLength(3);
  });

  it('is not booked a second time, nor is the order changed for it', async () => {
    const store = await opened();
    const { order, merchant, record } = await orderIn(store);
    const recorded = await record();
    await store.settlements.store(ENTRY, { orderKey: null, isBooked: false }, NOW);
    const entry = (await store.settlements.find('default', 'E-1'))!;
    const about = { orderKey: order.key, isBooked: true, recorded };
    // As in another import that does not know that it is stored.
    expect(await store.settlements.store(ENTRY, about, NOW)).toBe(false);
    expect((await store.orders.find(merchant.key, 'ORDER-1'))?.fence).toBe(order.fence);
    expect(await store.settlements.store(ENTRY, { ...about, stored: entry }, NOW)).toBe(true);
    expect(await store.settlements.store(ENTRY, { ...about, stored: entry }, NOW)).toBe(false);
    expect(await store.settlements.find('default', 'E-1')).toMatchObject({ isBooked: true, orderKey: order.key });
  });
});

it('a file is identified by its bytes, and unfinished until it is complete', async () => {
  const store = await opened();
  const file = { source: 'default', hash: 'a'.repeat(64), name: 'one.csv', entries: 2 };
  const startedFile = await store.settlements.beginFile(file, NOW);
  expect(startedFile).toEqual({ ...file, key: expect.any(Number), isDone: false });
  expect(await store.settlements.beginFile({ ...file, name: 'two.csv' }, NOW)).toEqual(startedFile);
  expect(await store.settlements.unfinishedFiles()).toEqual([startedFile]);
  await store.settlements.fileDone(startedFile.key, NOW);
  expect(await store.settlements.unfinishedFiles()).toEqual([]);
});
