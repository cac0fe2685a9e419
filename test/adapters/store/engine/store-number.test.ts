/** A store's number is known when it is opened, and its row keys are in the range of that number. */
import { expect, it } from 'vitest';
import { StoreError } from '../../../../src/adapters/store/engine/engine.ts';
import { openStore, type Store } from '../../../../src/adapters/store/store.ts';
import { storeOfKey } from '../../../../src/platform/store-ids.ts';
import { newDatabase } from '../../../support/database-place.ts';
import { newUrl, onEnd } from '../rig.ts';

async function storeOf(databaseUrl: string, storeNumber?: number, isReader = false): Promise<Store> {
  const store = await openStore({ databaseUrl, storeNumber }, { owner: false, isReader });
  onEnd(() => store.close());
  return store;
}

/** A migrated database that was never opened. @returns its url */
async function unnumbered(): Promise<string> {
  const place = await newDatabase();
  onEnd(() => place.remove());
  await place.run('delete from row_key');
  return place.url;
}

it('a store is number 0 unless it is made with another number', async () => {
  const url = await unnumbered();
  const store = await storeOf(url);
  expect([store.number, store.orders.newKey()]).toEqual([0, 1]);
  expect((await storeOf(url, 0)).number).toBe(0);
});

it('a store keeps the number with which it was made', async () => {
  const url = await unnumbered();
  const first = await storeOf(url, 3_843);
  const again = await storeOf(url);
  const keys = [first, again].map(({ orders }) => orders.newKey());
  expect(keys.map(storeOfKey)).toEqual([3_843, 3_843]);
  expect(new Set(keys).size).toBe(2);
  expect([first.number, again.number, (await storeOf(url, undefined, true)).number]).toEqual([3_843, 3_843, 3_843]);
});

it('another number is refused in one line, and changes nothing', async () => {
  const url = await newUrl({ storeNumber: 7 });
  const refusal = 'The database is that of store 7, and not of store 8.';
  await expect(storeOf(url, 8)).rejects.toThrow(refusal);
  await expect(storeOf(url, 8, true)).rejects.toThrow(refusal);
  await expect(storeOf(url, 3_844)).rejects.toThrow('from 0 to 3843');
  expect((await storeOf(url, 7)).number).toBe(7);
});

it('two processes that make a store at once make it with one number', async () => {
  const url = await unnumbered();
  const made = await Promise.allSettled([storeOf(url, 1), storeOf(url, 2), storeOf(url, 1), storeOf(url, 2)]);
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

it('keys end with the range: they are refused in one line, and not taken from the next store', async () => {
  const store = await storeOf(await newUrl({ storeNumber: 5 }));
  expect(store.keysLeft()).toBe(2 ** 40 - 1);
  await store.passOverKeys(2 ** 40 - 200_000);
  await expect(store.passOverKeys(200_000)).rejects.toThrow('Store 5 has used its 1099511627776 row keys.');
  const keys: number[] = [];
  // A block is fetched while the store writes.
  const takeAll = async () => {
    for (;;) {
      Array.from({ length: 1_000 }, () => keys.push(store.orders.newKey()));
      await store.probe();
    }
  };
  const refused: Error = await takeAll().catch((error: Error) => error);
  expect(refused.cause).toEqual(new StoreError('Store 5 has used its 1099511627776 row keys.'));
  expect(new Set(keys.map(storeOfKey))).toEqual(new Set([5]));
});

it('two stores have no row key in common, and each counts what it has left', async () => {
  const urls = await Promise.all([newUrl(), newUrl({ storeNumber: 1 }), newUrl({ storeNumber: 2 })]);
  const stores = await Promise.all(urls.map((url) => storeOf(url)));
  const keys = stores.flatMap(({ orders }) => Array.from({ length: 1_000 }, () => orders.newKey()));
  expect(new Set(keys).size).toBe(3_000);
  const [, one] = stores;
  expect((await storeOf(urls[1]!, 1, true)).keysLeft()).toBe(one!.keysLeft() - 49_000);
});
