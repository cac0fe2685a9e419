/** The archive's files beside the embedded engine's, which an operator may move away, put back, or find broken. */
import { copyFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { StoreError } from '../../../../../src/adapters/store/engine/engine.ts';
import type { Store } from '../../../../../src/adapters/store/store.ts';
import type { StoredOrder } from '../../../../../src/core/ports/index.ts';
import { rowsOfFile, runOnFile } from '../../../../support/database.ts';
import { newFile, opened } from '../../rig.ts';
import { ended, NOW, storeIntent } from '../../stored-transactions.ts';

const piece = (file: string) => `${file}-archive-2027-01`;

async function endedOrder(store: Store, orderId: string): Promise<StoredOrder> {
  const intent = await storeIntent(store, orderId);
  await ended(store, intent, { gatewayCode: 'APPROVED' });
  return (await store.orders.find(intent.order.merchantKey, orderId)) as StoredOrder;
}

it('a piece is readable by its owner alone, without a log beside it', async () => {
  const file = newFile();
  const store = await opened(file);
  await store.archive.archive(await endedOrder(store, 'O-1'), NOW);
  expect((statSync(piece(file)).mode & 0o777).toString(8)).toBe('600');
  expect(statSync(`${piece(file)}-wal`, { throwIfNoEntry: false })).toBeUndefined();
});

it('a piece that is moved away and put back under a running process is read and written again', async () => {
  const file = newFile();
  const store = await opened(file);
  const [first, second] = [await endedOrder(store, 'O-1'), await endedOrder(store, 'O-2')];
  const before = [await store.orders.transactions(first.key), await store.orders.transactions(second.key)];
  await store.archive.archive(first, NOW);
  copyFileSync(piece(file), `${file}-backup`);
  rmSync(piece(file));
  await expect(store.orders.transactions(first.key)).rejects.toThrow('not in the archive');
  renameSync(`${file}-backup`, piece(file));
  await store.archive.archive(second, NOW);
  await store.close();
  const next = await opened(file);
  expect([await next.orders.transactions(first.key), await next.orders.transactions(second.key)]).toEqual(before);
});

it('a file that a killed process left empty is an empty piece, and one of another format is reported', async () => {
  const file = newFile();
  const store = await opened(file);
  const order = await endedOrder(store, 'O-1');
  const before = await store.orders.transactions(order.key);
  writeFileSync(piece(file), '');
  expect(await store.archive.months()).toEqual([expect.objectContaining({ orders: 0, transactions: 0 })]);
  expect(await store.archive.archive(order, NOW)).toBe(true);
  expect(await store.orders.transactions(order.key)).toEqual(before);
  rmSync(piece(file));
  writeFileSync(piece(file), 'no database at all, but a text of some length');
  await expect(store.orders.transactions(order.key)).rejects.toThrow(StoreError);
});

it.each([
  ['a copy of it is made', 'begin', 'select count(*) from archived_transaction'],
  ['another process writes to it', 'begin exclusive', 'select 1'],
])('while %s, the process does everything else, and writes and reads it afterwards', async (_what, begin, look) => {
  const file = newFile();
  const store = await opened(file);
  const [first, second] = [await endedOrder(store, 'O-1'), await endedOrder(store, 'O-2')];
  await store.archive.archive(first, NOW);
  const before = await store.orders.transactions(second.key);
  const other = new Database(piece(file));
  onTestFinished(() => void other.close());
  other.exec(begin);
  other.prepare(look).all();
  // A process that blocked until the piece is free would not reach this.
  setTimeout(() => other.exec('commit'), 300);
  const [isDone, read] = await Promise.all([store.archive.archive(second, NOW), store.orders.transactions(first.key)]);
  expect([isDone, read]).toEqual([true, [expect.objectContaining({ orderKey: first.key })]]);
  expect(await store.orders.transactions(second.key)).toEqual(before);
});

it('a missing piece is not created again: the copy put back later would overwrite it', async () => {
  const file = newFile();
  const store = await opened(file);
  const [first, second] = [await endedOrder(store, 'O-1'), await endedOrder(store, 'O-2')];
  const before = await store.orders.transactions(second.key);
  await store.archive.archive(first, NOW);
  renameSync(piece(file), `${file}-away`);
  await expect(store.archive.archive(second, NOW)).rejects.toThrow('2027-01, which orders name, is missing');
  expect(await store.archive.months()).toEqual([expect.objectContaining({ month: '2027-01', isMissing: true })]);
  expect(await store.orders.transactions(second.key)).toEqual(before);
  renameSync(`${file}-away`, piece(file));
  expect(await store.archive.archive(second, NOW)).toBe(true);
  expect(await store.orders.transactions(second.key)).toEqual(before);
});

it('an order without archivable transactions creates no missing piece', async () => {
  const file = newFile();
  const store = await opened(file);
  const order = await endedOrder(store, 'O-1');
  await store.archive.archive(order, NOW);
  const later = { ...order, fence: order.fence + 1, updatedAt: order.updatedAt + 40 * 24 * 3_600_000 };
  expect(await store.archive.archive(later, NOW)).toBe(true);
  expect((await store.archive.months()).map(({ month, isMissing }) => [month, isMissing])).toEqual([
    ['2027-01', false],
    ['2027-02', false],
  ]);
});

it('a piece that was missing at an erasure loses the customer once it is put back', async () => {
  const file = newFile();
  const store = await opened(file);
  const order = await endedOrder(store, 'O-1');
  await store.archive.archive(order, NOW);
  const [copied] = rowsOfFile(piece(file), 'select request, outcome from archived_transaction');
  // As after an erasure that was killed before it reached the piece.
  const erased = `${copied?.request}`.replace('"details":{}', '"details":{"order":{}}');
  expect(erased).not.toBe(copied?.request);
  runOnFile(file, 'update payment_transaction set request = ?', erased);
  runOnFile(file, 'update transaction_outcome set outcome = ?', `${copied?.outcome}`);
  runOnFile(file, "update archive_copy set state = 'STALE'");
  renameSync(piece(file), `${file}-away`);
  await store.archive.finish(NOW + 3_600_000);
  renameSync(`${file}-away`, piece(file));
  await store.archive.finish(NOW + 3_600_000);
  expect(rowsOfFile(piece(file), 'select request from archived_transaction')).toEqual([{ request: erased }]);
  expect(rowsOfFile(file, 'select state from archive_copy')).toEqual([{ state: 'ARCHIVED' }]);
});
