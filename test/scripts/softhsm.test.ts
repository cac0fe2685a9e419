/** The search for a SoftHSM by `npm test`, with empty files in its place. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSoftHsm } from '../../scripts/lib/softhsm.mjs';

let folder: string;
let module: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnpike-softhsm-'));
  module = join(folder, 'libsofthsm2.so');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const find = (install: () => Promise<void>, given = '') => findSoftHsm({ given, places: [module], install });
const notCalled = () => Promise.reject(new Error('It was installed though there is one.'));

it('SoftHSM is loaded from SOFTHSM2_MODULE, and the load fails where that file is missing', async () => {
  const mine = join(folder, 'mine.so');
  await writeFile(mine, '');
  expect(await find(notCalled, mine)).toBe(mine);
  await expect(find(notCalled, join(folder, 'none.so'))).rejects.toThrow(/SOFTHSM2_MODULE is .*none\.so/);
});

it('SoftHSM is loaded from an installed package', async () => {
  await writeFile(module, '');
  expect(await find(notCalled)).toBe(module);
});

it('the library is installed where it is missing', async () => {
  expect(await find(() => writeFile(module, ''))).toBe(module);
});

it('SoftHSM may be missing where it cannot be installed', async () => {
  expect(await find(() => Promise.reject(new Error('no root')))).toBeUndefined();
});
