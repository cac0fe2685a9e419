/** A file of a merchant that moves to another store, where its rows are removed while the file is written. */
import { expect, it } from 'vitest';
import { FilesBusy, fileUnderWay } from '../../../src/platform/limits/index.ts';

const OWNER = { key: 7, id: 'SHOP' };

async function* parts() {
  yield 'first';
  yield 'second';
}

async function textOf(file: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of file) {
    text += part;
  }
  return text;
}

it('has all parts', async () => {
  expect(await textOf(fileUnderWay(OWNER, { find: async () => OWNER }, parts()))).toBe('firstsecond');
});

it.each([
  ['has moved', () => Promise.reject(new Error('The merchant SHOP is being moved to another store.'))],
  ['was removed', () => Promise.resolve(undefined)],
])('breaks off once its merchant %s, and leaves its place to others', async (_, gone) => {
  const finds: (() => Promise<unknown>)[] = [async () => OWNER, gone];
  const files = [1, 2].map(() => fileUnderWay(OWNER, { find: () => (finds.shift() ?? gone)() }, parts()));
  await expect(textOf(files[0]!)).rejects.toThrow('SHOP');
  await expect(files[1]!.next()).rejects.not.toBeInstanceOf(FilesBusy);
  expect(await textOf(fileUnderWay(OWNER, { find: async () => OWNER }, parts()))).toBe('firstsecond');
});
