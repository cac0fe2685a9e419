import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadScript } from './module.ts';

const { fingerprint, stampIs, writeStamp, removeStamp } = await loadScript<{
  fingerprint(root: string, paths: readonly string[]): string;
  stampIs(file: string, value: string): boolean;
  writeStamp(file: string, value: string): void;
  removeStamp(file: string): void;
}>('lib/fingerprint.mjs');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnpike-fingerprint-'));
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  writeFileSync(join(root, 'src', 'a.ts'), 'one');
  writeFileSync(join(root, 'src', 'deep', 'b.ts'), 'two');
  writeFileSync(join(root, 'lock.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const now = () => fingerprint(root, ['src', 'lock.json', 'absent']);

it('a fingerprint is the same for the same files, whenever they were written', () => {
  const before = now();
  utimesSync(join(root, 'src', 'a.ts'), 1, 1);
  expect(now()).toBe(before);
});

it.each([
  ['a content changes', () => writeFileSync(join(root, 'src', 'deep', 'b.ts'), 'twa')],
  ['a file gets another name', () => renameSync(join(root, 'src', 'a.ts'), join(root, 'src', 'c.ts'))],
  ['a file goes', () => rmSync(join(root, 'lock.json'))],
  ['a file comes', () => writeFileSync(join(root, 'absent'), '')],
  [
    'bytes move from one file to the next',
    () => {
      writeFileSync(join(root, 'src', 'a.ts'), 'on');
      writeFileSync(join(root, 'src', 'deep', 'b.ts'), 'etwo');
    },
  ],
])('a fingerprint differs when %s', (_what, change) => {
  const before = now();
  change();
  expect(now()).not.toBe(before);
});

it('a fingerprint is remembered in a stamp, until that is removed', () => {
  const stamp = join(root, 'dist', 'stamp');
  expect(stampIs(stamp, 'x')).toBe(false);
  writeStamp(stamp, 'x');
  expect([stampIs(stamp, 'x'), stampIs(stamp, 'y')]).toEqual([true, false]);
  removeStamp(stamp);
  expect(stampIs(stamp, 'x')).toBe(false);
});
