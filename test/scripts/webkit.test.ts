/** The search for WebKit's driver by `npm run test:all`, with empty files in the place of programs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findWebKit } from '../../scripts/lib/webkit.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnpike-webkit-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const place = (name: string) => join(folder, name);
const put = (...names: string[]) => Promise.all(names.map((name) => writeFile(place(name), '')));
const find = (install: () => Promise<unknown>, given = '') =>
  findWebKit({
    given,
    driver: place('driver'),
    display: place('display'),
    install: async () => void (await install()),
  });
const notCalled = () => Promise.reject(new Error('It was installed though there is one.'));

it('WebKit is driven by WEBKIT_DRIVER_PATH, and the start fails where that file is missing', async () => {
  await put('driver', 'display', 'mine');
  expect(await find(notCalled, place('mine'))).toBe(place('mine'));
  await expect(find(notCalled, place('none'))).rejects.toThrow(/WEBKIT_DRIVER_PATH is .*none/);
});

it('WebKit is driven by an installed driver on an installed display', async () => {
  await put('driver', 'display');
  expect(await find(notCalled)).toBe(place('driver'));
});

it('driver and display are installed where one of them is missing', async () => {
  await put('driver');
  expect(await find(() => put('display'))).toBe(place('driver'));
});

it('WebKit may be missing where it cannot be installed, or comes without a display', async () => {
  expect(await find(() => Promise.reject(new Error('no root')))).toBeUndefined();
  expect(await find(() => put('driver'))).toBeUndefined();
});
