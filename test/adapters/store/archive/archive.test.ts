/** Transactions of an order in the archive: read as before, always in one place, with their own contents. */
import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { IdAllocator } from '../../../../src/adapters/store/engine/id-allocator.ts';
import type { ArchivePieces } from '../../../../src/adapters/store/engine/pieces.ts';
import { openPostgres } from '../../../../src/adapters/store/engine/postgres/open.ts';
import { openEmbedded } from '../../../../src/adapters/store/engine/sqlite/open.ts';
import { type Store, storeOver } from '../../../../src/adapters/store/store.ts';
import { eraseOrder } from '../../../../src/back-office/retention/index.ts';
import { HOUR_MS } from '../../../../src/contract/durations.ts';
import type { StoredOrder } from '../../../../src/core/ports/index.ts';
import { type DatabasePlace, newDatabase, onPostgres, type Row } from '../../../support/database-place.ts';
import { opened } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';
import { pieceRows } from './archived.ts';

const MONTH = '2027-01';

async function place(): Promise<DatabasePlace> {
  const made = await newDatabase();
  onTestFinished(() => made.remove());
  return made;
}

async function endedOrder(store: Store, orderId = 'O-1'): Promise<StoredOrder> {
  const { order } = await storeIntent(store, orderId, NOW, 'SHOP', Buffer.from('sealed')).then(async (intent) => {
    await ended(store, intent, { gatewayCode: 'APPROVED' });
    return intent;
  });
  return (await store.orders.find(order.merchantKey, orderId)) as StoredOrder;
}

const texts = ({ rows }: DatabasePlace) =>
  rows(
    'select t.request, r.outcome from payment_transaction t join transaction_outcome r on r.transaction_key = t.key',
  );
const copies = ({ rows }: DatabasePlace) => rows('select state, month from archive_copy');

it('the archive reads an archived transaction unchanged, by its id, by its order, by its key and in the walk over all', async () => {
  const at = await place();
  const store = await opened(at.url);
  const order = await endedOrder(store);
  const looks = async () => {
    const [first] = await store.orders.transactions(order.key);
    return {
      first,
      byId: await store.orders.transaction(order.key, '1'),
      byKey: (await store.orders.transactionByKey(first?.key ?? 0))?.transaction,
      walked: (await Array.fromAsync(store.reconciliation.orders())).flatMap(({ transactions }) => transactions),
    };
  };
  const before = await looks();
  const [live] = await texts(at);
  expect(await store.archive.archive(order, NOW)).toBe(true);
  expect(await looks()).toEqual(before);
  const [row] = await texts(at);
  expect([row?.request, row?.outcome]).toEqual([row?.request, row?.request]);
  expect(row?.request).toMatch(/^@2027-01\/\d+\/\d+$/);
  expect(await pieceRows(at, MONTH)).toEqual([expect.objectContaining(live as object)]);
  expect(await store.orders.find(order.merchantKey, 'O-1')).toEqual({ ...order, fence: order.fence + 1 });
  expect(await store.orders.sealedCard(before.first?.key ?? 0)).not.toBeNull();
  expect(await copies(at)).toEqual([{ state: 'ARCHIVED', month: MONTH }]);
});

it('the archive leaves an order that has changed meanwhile unchanged, and keeps no copy of it', async () => {
  const at = await place();
  const store = await opened(at.url);
  const order = await endedOrder(store);
  const before = await texts(at);
  await at.run('update payment_order set fence = fence + 1');
  expect(await store.archive.archive(order, NOW)).toBe(false);
  expect(await texts(at)).toEqual(before);
  expect([await copies(at), await pieceRows(at, MONTH)]).toEqual([[], []]);
});

it('the archive reports an error for a transaction that its piece has lost, instead of omitting it', async () => {
  const at = await place();
  const store = await opened(at.url);
  const order = await endedOrder(store);
  await store.archive.archive(order, NOW);
  await store.close();
  await (onPostgres()
    ? at.run('delete from archived_transaction')
    : rmSync(`${at.url.replace('sqlite:', '')}-archive-${MONTH}`));
  const again = await opened(at.url);
  await expect(again.orders.transaction(order.key, '1')).rejects.toThrow(`not in the archive's piece ${MONTH}`);
  // The order's own amounts are still there.
  expect((await again.orders.find(order.merchantKey, 'O-1'))?.state).toEqual(order.state);
  const [month] = await again.archive.months();
  expect(month).toMatchObject({ month: MONTH, orders: 1, transactions: 0, isMissing: !onPostgres() });
});

it('a copy that a dead process started is deleted after an hour, and one that markers name is kept', async () => {
  const at = await place();
  const store = await opened(at.url);
  const [archived, left] = [await endedOrder(store), await endedOrder(store, 'O-2')];
  await store.archive.archive(archived, NOW);
  // The process died before the commit that would have named it.
  await at.run('update payment_order set fence = fence + 1 where key = ?', left.key);
  const [before] = await pieceRows(at, MONTH);
  await at.run(
    `insert into archive_copy (key, order_key, month, state, moved_at, created_at) values (7, ?, '${MONTH}', 'PENDING', 0, ?)`,
    left.key,
    NOW,
  );
  await store.archive.finish(NOW + HOUR_MS - 1);
  expect(await copies(at)).toHaveLength(2);
  await store.archive.finish(NOW + HOUR_MS);
  expect(await copies(at)).toEqual([{ state: 'ARCHIVED', month: MONTH }]);
  expect(await pieceRows(at, MONTH)).toEqual([before]);
});

it('a process that slept while others deleted its copy leaves no rows in the piece', async () => {
  const at = await place();
  const store = await opened(at.url);
  const order = await endedOrder(store);
  const before = await store.orders.transactions(order.key);
  const other = await (onPostgres() ? openPostgres(at.url) : openEmbedded(at.url, { owner: false }));
  onTestFinished(() => other.close());
  const pieces: ArchivePieces = Object.assign(Object.create(other.pieces) as ArchivePieces, {
    has: (month: string) => other.pieces.has(month),
    read: (...of: Parameters<ArchivePieces['read']>) => other.pieces.read(...of),
    remove: (...of: Parameters<ArchivePieces['remove']>) => other.pieces.remove(...of),
    async write(...of: Parameters<ArchivePieces['write']>) {
      await store.archive.finish(NOW + HOUR_MS);
      await other.pieces.write(...of);
    },
  });
  const slow = storeOver(other.engine, await IdAllocator.open(other.engine), { ...other, pieces });
  expect(await slow.archive.archive(order, NOW)).toBe(false);
  expect([await copies(at), await pieceRows(at, MONTH)]).toEqual([[], []]);
  expect(await store.orders.transactions(order.key)).toEqual(before);
});

it('an order that changes again adds only new transactions to the archive', async () => {
  const at = await place();
  const store = await opened(at.url);
  const order = await endedOrder(store);
  await store.archive.archive(order, NOW);
  const [first] = await texts(at);
  const now = (await store.orders.find(order.merchantKey, 'O-1')) as StoredOrder;
  const key = store.orders.newKey();
  const [payment] = await store.orders.transactions(order.key);
  const moved = { ...now, lockedBy: key, fence: now.fence + 1, updatedAt: NOW + 40 * 24 * HOUR_MS };
  const transaction = { ...payment!, key, transactionId: '2', createdAt: moved.updatedAt, updatedAt: moved.updatedAt };
  expect(await store.orders.begin({ order: moved, isNew: false, transaction, sealedCard: null })).toBe(true);
  await ended(store, { order: moved, isNew: false, transaction, sealedCard: null }, { gatewayCode: 'DECLINED' });
  const again = (await store.orders.find(order.merchantKey, 'O-1')) as StoredOrder;
  const before = await store.orders.transactions(order.key);
  expect(await store.archive.archive(again, NOW)).toBe(true);
  expect(await store.orders.transactions(order.key)).toEqual(before);
  expect((await texts(at)).map(({ request }) => `${request}`.slice(0, 8))).toEqual(['@2027-01', '@2027-02']);
  expect((await texts(at))[0]).toEqual(first);
});

it('an erasure removes the customer from every piece, also where its process died before', async () => {
  const at = await place();
  const store = await opened(at.url);
  const order = await endedOrder(store);
  const request = await at.rows('select request from payment_transaction');
  const withName = `${request[0]?.request}`.replace(
    '"details":{}',
    '"details":{"customer":{"email":"ann@post.example"}}',
  );
  await at.run('update payment_transaction set request = ?', withName);
  await store.archive.archive(order, NOW);
  expect(JSON.stringify(await pieceRows(at, MONTH))).toContain('ann@post.example');
  const [stale, [marked]] = [await pieceRows(at, MONTH), await texts(at)];
  const found = await Array.fromAsync(
    store.erasure.ordersWith(order.merchantKey, (text) => text?.includes('ann@') ?? false),
  );
  expect(found).toEqual(['O-1']);
  await eraseOrder(store.erasure, 'O-1', {
    merchantKey: order.merchantKey,
    now: NOW,
    isDryRun: false,
    removeSavedCards: async () => 0,
  });
  const erased = await pieceRows(at, MONTH);
  expect(JSON.stringify([erased, await texts(at)])).not.toContain('ann@');
  expect((await store.orders.transaction(order.key, '1'))?.request).toMatchObject({ amount: 1_200n, details: {} });
  // A backup from before the erasure, restored beside the pieces from after it, names copies that exist.
  const [now] = await texts(at);
  await setTexts(at, marked);
  expect((await store.orders.transaction(order.key, '1'))?.request).toMatchObject({ amount: 1_200n, details: {} });
  await setTexts(at, now);
  // As after a kill between the erasure's commit and the piece.
  await at.run(`update archive_copy set state = 'STALE'`);
  await setPiece(at, `${stale[0]?.request}`);
  await store.archive.finish(NOW + HOUR_MS);
  expect(await pieceRows(at, MONTH)).toEqual(erased);
  expect(await copies(at)).toEqual([{ state: 'ARCHIVED', month: MONTH }]);
});

async function setTexts({ run }: DatabasePlace, row: Row | undefined): Promise<void> {
  await run('update payment_transaction set request = ?', `${row?.request}`);
  await run('update transaction_outcome set outcome = ?', `${row?.outcome}`);
}

const setPiece = (at: DatabasePlace, request: string) =>
  pieceRows(at, MONTH, `update archived_transaction set request = ?`, request);
