/** The directory in memory, over a stored one that changes and fails. */
import { expect, it } from 'vitest';
import { Directory } from '../../../src/core/directory/index.ts';
import type { DirectoryContents } from '../../../src/core/ports/index.ts';

const row = (number: number, name: string) => ({
  number,
  name,
  sealedAddress: new Uint8Array(),
  woken: 0,
  closing: null,
});

function stored(first?: DirectoryContents) {
  const at = { contents: first, reads: 0, isAway: false };
  const answer = <Value>(value: Value): Promise<Value> =>
    at.isAway ? Promise.reject(new Error('away')) : Promise.resolve(value);
  return Object.assign(at, {
    directory: new Directory({
      changes: () => answer(at.contents?.changes ?? 0),
      async contents() {
        at.reads += 1;
        return answer(at.contents);
      },
    }),
  });
}

const CONTENTS: DirectoryContents = {
  id: 'd1',
  changes: 5,
  stores: [row(1, 'two'), row(2, 'three')],
  merchants: new Map([
    ['SHOP2', 1],
    ['SHOP9', 9],
  ]),
};

it('is empty where there is none, and reads nothing but the counter', async () => {
  const at = stored();
  expect(await at.directory.refresh()).toBe(false);
  expect([at.directory.isEmpty, at.directory.numberOf('SHOP2'), at.reads]).toEqual([true, 0, 0]);
});

it('reads the contents after a change only, and keeps them while the first store is away', async () => {
  const at = stored(CONTENTS);
  expect([await at.directory.refresh(), await at.directory.refresh(), at.reads]).toEqual([true, false, 1]);
  at.isAway = true;
  await expect(at.directory.refresh()).rejects.toThrow('away');
  expect(['SHOP2', 'SHOP9', 'OTHER'].map((id) => at.directory.numberOf(id))).toEqual([1, 9, 0]);
  expect(['SHOP2', 'SHOP9', 'OTHER'].map((id) => at.directory.nameOf(id))).toEqual(['two', '9', 'first']);
});

it('a change during the reading is seen at the next call', async () => {
  const at = stored(CONTENTS);
  await at.directory.refresh();
  at.contents = { ...CONTENTS, changes: 6, merchants: new Map([['SHOP2', 2]]) };
  expect(await at.directory.refresh()).toBe(true);
  expect(at.directory.numberOf('SHOP2')).toBe(2);
});
