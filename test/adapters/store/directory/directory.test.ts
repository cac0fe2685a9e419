/** The stored directory: each number is given once, each merchant is in one store, and each change is counted. */
import { expect, it } from 'vitest';
import { opened } from '../rig.ts';

const seal = (number: number) => Buffer.from(`address ${number}`);

async function begun() {
  const store = await opened(undefined, { owner: false });
  await store.directory.begin('d1');
  const add = (name: string, numberMax = 9) => store.directory.add(name, seal, 1, numberMax);
  return { ...store, add };
}

it('is absent before the first further store, and begins once', async () => {
  const { directory } = await opened(undefined, { owner: false });
  expect([await directory.changes(), await directory.contents()]).toEqual([0, undefined]);
  await directory.begin('d1');
  await directory.begin('d2');
  expect(await directory.contents()).toEqual({ id: 'd1', changes: 1, stores: [], merchants: new Map() });
});

it('gives each number once, also after a store was removed, and to commands at the same time', async () => {
  const { add, directory } = await begun();
  const added = await Promise.all([add('one'), add('two'), add('three')]);
  expect(added.map((row) => row?.number).sort()).toEqual([1, 2, 3]);
  expect(await add('two')).toBeUndefined();
  expect(await directory.remove(3)).toBe(true);
  expect((await add('four'))?.number).toBe(4);
  await expect(add('five', 4)).rejects.toThrow('has had 4 stores');
});

it('has a merchant in one store, and keeps a store that has a merchant', async () => {
  const { add, directory } = await begun();
  await add('one');
  const before = await directory.changes();
  expect([await directory.place('SHOP', 1), await directory.place('SHOP', 0)]).toEqual([1, 1]);
  expect(await directory.changes()).toBe(before + 1);
  expect(await directory.remove(1)).toBe(false);
  await directory.release('SHOP', 0);
  expect(await directory.storeOf('SHOP')).toBe(1);
  await directory.release('SHOP', 1);
  expect([await directory.storeOf('SHOP'), await directory.remove(1)]).toEqual([undefined, true]);
});

it('counts an address that is sealed anew, so that processes read it before its former key is destroyed', async () => {
  const { add, directory, sealedRecords } = await begun();
  await add('one');
  const before = await directory.changes();
  const [row] = await sealedRecords.page('STORE_ADDRESS', 0, 10);
  expect(await sealedRecords.replace('STORE_ADDRESS', row!, Buffer.from('anew'))).toBe(true);
  expect(await directory.changes()).toBe(before + 1);
  expect(Buffer.from((await directory.contents())!.stores[0]!.sealedAddress).toString()).toBe('anew');
});
