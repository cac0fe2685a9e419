/** The search for a Firefox by `npm test`, with small programs in its place. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFirefox } from '../../scripts/lib/firefox.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnpike-firefox-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** @param code its exit code when asked for its version */
async function put(name: string, code = 0): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\nexit ${code}\n`);
  await chmod(file, 0o755);
  return file;
}

const find = (install: () => Promise<void>, given = '') => findFirefox({ given, path: folder, elsewhere: [], install });
const notCalled = () => Promise.reject(new Error('It was installed though there is one.'));

it('Firefox is started from FIREFOX_PATH, and the start fails where that does not run', async () => {
  await put('firefox');
  const [mine, broken] = [await put('mine'), await put('broken', 1)];
  expect(await find(notCalled, mine)).toBe(mine);
  await expect(find(notCalled, broken)).rejects.toThrow(/FIREFOX_PATH is .*broken/);
});

it('Firefox is an installed browser, but not a stub that only names its package', async () => {
  await put('firefox-esr', 1);
  const real = await put('firefox');
  expect(await find(notCalled)).toBe(real);
});

it('Firefox is installed where it is missing', async () => {
  const install = async () => void (await put('firefox-esr'));
  expect(await find(install)).toBe(join(folder, 'firefox-esr'));
});

it('Firefox may be missing where it cannot be installed', async () => {
  expect(await find(() => Promise.reject(new Error('no root')))).toBeUndefined();
});
