/** Folders of built pages: a build leaves those that a process may read untouched. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadScript } from './module.ts';

const { freeFolder, isInUse, pointer, use, versionOf } = await loadScript<{
  freeFolder(version: string, dist: string): string;
  isInUse(version: string, dist: string): boolean;
  pointer(dist: string): { readonly folder: string; readonly before: string | null } | undefined;
  use(name: string, dist: string): void;
  versionOf(root: string): string;
}>('lib/built-folders.mjs');

let root: string;
let dist: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnpike-folders-'));
  dist = join(root, 'dist');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const version = (digit: string) => digit.repeat(16);

function build(digit: string): string {
  const name = freeFolder(version(digit), dist);
  mkdirSync(join(dist, name), { recursive: true });
  use(name, dist);
  return name;
}

const folders = () =>
  readdirSync(dist)
    .filter((name) => /^[0-9a-f]{16}/.test(name))
    .sort();

function mark(folder: string, pid: number | undefined, host = hostname()): void {
  mkdirSync(join(dist, 'users', folder), { recursive: true });
  writeFileSync(join(dist, 'users', folder, `${host}@${pid}`), '');
}

it('the build in use is named by the version of its sources', () => {
  expect(pointer(dist)).toBeUndefined();
  mkdirSync(join(root, 'src', 'web', 'pages'), { recursive: true });
  writeFileSync(join(root, 'src', 'web', 'pages', 'a.astro'), 'one');
  const one = versionOf(root);
  mkdirSync(join(dist, one), { recursive: true });
  use(one, dist);
  expect([isInUse(versionOf(root), dist), pointer(dist)]).toEqual([true, { folder: one, before: null }]);
  writeFileSync(join(root, 'src', 'web', 'pages', 'a.astro'), 'two');
  expect(isInUse(versionOf(root), dist)).toBe(false);
});

it('a build keeps the previous one, and removes older ones', () => {
  build('a');
  build('b');
  expect(folders()).toEqual([version('a'), version('b')]);
  build('c');
  expect(folders()).toEqual([version('b'), version('c')]);
  expect(pointer(dist)).toEqual({ folder: version('c'), before: version('b') });
});

it('a build keeps an older one while a process that was started from it lives', async () => {
  const living = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  try {
    mark(build('a'), living.pid);
    mark(build('b'), 1, 'another-host');
    build('c');
    build('d');
    expect(folders()).toEqual(['a', 'b', 'c', 'd'].map(version));
  } finally {
    living.kill();
    await once(living, 'exit');
  }
  build('e');
  expect(folders()).toEqual(['b', 'd', 'e'].map(version));
});

it('a build does not use a folder that is in use, and does not count an unfinished build', () => {
  const first = build('a');
  expect(freeFolder(version('a'), dist)).toBe(`${first}.2`);
  expect(isInUse(version('a'), dist)).toBe(true);
  const again = build('a');
  expect([again, isInUse(version('a'), dist)]).toEqual([`${first}.2`, true]);
  mkdirSync(join(dist, version('b')));
  expect([freeFolder(version('b'), dist), isInUse(version('b'), dist)]).toEqual([version('b'), false]);
});

it('a build removes that of a previous release in dist itself once no process starts from it any more', () => {
  mkdirSync(join(dist, 'server'), { recursive: true });
  build('a');
  expect(existsSync(join(dist, 'server'))).toBe(true);
  build('b');
  expect(existsSync(join(dist, 'server'))).toBe(false);
});
