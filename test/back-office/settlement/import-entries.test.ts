/** An import with an order that is locked, one that comes later, and an entry that has changed. */
import { expect, it } from 'vitest';
import type { Store } from '../../../src/adapters/store/store.ts';
import { importEntries, type SettlementEntry } from '../../../src/back-office/settlement/index.ts';
import { opened } from '../../adapters/store/rig.ts';
import { NOW, storeIntent } from '../../adapters/store/stored-transactions.ts';

const ENTRY: SettlementEntry = {
  ...{ id: 'E-1', source: 'default', kind: 'PAYMENT', merchant: 'SHOP', order: 'ORDER-1', transaction: '1' },
  ...{ references: [], gross: 1_200n, fee: 25n, net: 1_175n, currency: 'EUR', date: '2026-11-20' },
};

function imported(store: Store, entries: readonly SettlementEntry[], pause = async () => undefined as unknown) {
  const { settlements: records, orders, merchants } = store;
  return importEntries(
    {
      ...{ records, orders, pause, merchantById: (id: string) => merchants.find(id) },
      ...{ clock: { now: () => NOW }, notifications: { body: async () => '' } },
    },
    entries,
    false,
  );
}

async function paid(store: Store, complete = true) {
  const intent = await storeIntent(store, 'ORDER-1');
  const { order, transaction } = intent;
  const { movements: _, ...totals } = order.state;
  const outcome = {
    gatewayCode: 'APPROVED',
    order: { ...totals, status: 'CAPTURED', createdAt: NOW, updatedAt: NOW },
  } as const;
  const finish = () => store.orders.complete({ order, transaction: { ...transaction, outcome }, outcome });
  if (complete) {
    await finish();
  }
  return {
    finish,
    types: async () => (await store.orders.transactions(order.key)).map(({ request: { type } }) => type),
  };
}

it('a locked order is awaited', async () => {
  const store = await opened();
  const { finish, types } = await paid(store, false);
  let waited = 0;
  const counts = await imported(store, [ENTRY], async () => {
    waited += 1;
    if (waited === 3) {
      await finish();
    }
  });
  expect(counts).toMatchObject({ stored: 1, recorded: 1, locked: [] });
  expect(waited).toBe(3);
  expect(await types()).toEqual(['PAYMENT', 'FUNDING']);
});

it('an order that stays locked is named, its entry is not stored, and a later import stores it', async () => {
  const store = await opened();
  const { finish, types } = await paid(store, false);
  const free: SettlementEntry = { ...ENTRY, id: 'E-2', order: 'elsewhere' };
  expect(await imported(store, [ENTRY, free])).toMatchObject({ stored: 1, recorded: 0, locked: ['E-1'] });
  expect(await store.settlements.find('default', 'E-1')).toBeUndefined();
  await finish();
  expect(await imported(store, [ENTRY, free])).toMatchObject({ stored: 1, known: 1, recorded: 1, locked: [] });
  expect(await types()).toEqual(['PAYMENT', 'FUNDING']);
});

it('an unknown order is booked by an import once it exists', async () => {
  const store = await opened();
  expect(await imported(store, [ENTRY])).toMatchObject({ stored: 1, recorded: 0 });
  const { types } = await paid(store);
  expect(await imported(store, [ENTRY])).toMatchObject({ stored: 0, known: 1, recorded: 1 });
  expect(await imported(store, [ENTRY])).toMatchObject({ stored: 0, known: 1, recorded: 0 });
  expect(await types()).toEqual(['PAYMENT', 'FUNDING']);
});

it('a changed entry is named, and the earlier one is kept', async () => {
  const store = await opened();
  const { types } = await paid(store);
  await imported(store, [ENTRY]);
  expect(await imported(store, [{ ...ENTRY, fee: 99n }])).toMatchObject({ known: 1, recorded: 0, changed: ['E-1'] });
  expect((await store.settlements.find('default', 'E-1'))?.entry).toEqual(ENTRY);
  expect(await types()).toEqual(['PAYMENT', 'FUNDING']);
});

it('many entries of one order are all booked', async () => {
  const store = await opened();
  const { types } = await paid(store);
  const entries = Array.from({ length: 250 }, (_, index) => ({ ...ENTRY, id: `E-${index}` }));
  expect(await imported(store, entries)).toMatchObject({ stored: 250, recorded: 250, locked: [] });
  expect(await types()).toHaveLength(251);
});
