import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadScript } from './module.ts';

const { withLock } = await loadScript<{ withLock<T>(work: () => Promise<T>, file: string): Promise<T> }>(
  'lib/lock.mjs',
);

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-lock-'));
  file = join(folder, 'cache', 'setup.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a lock lets one task run at a time, and the next when that is done', async () => {
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} in`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} out`);
  };
  await Promise.all([withLock(work('a'), file), withLock(work('b'), file)]);
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
  expect(existsSync(file)).toBe(false);
});

it('a lock is released when the task fails', async () => {
  await expect(withLock(() => Promise.reject(new Error('broke')), file)).rejects.toThrow('broke');
  expect(existsSync(file)).toBe(false);
});

it('a lock is taken over from a dead process', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  await withLock(async () => undefined, file);
  writeFileSync(file, String(gone));
  expect(await withLock(async () => 'worked', file)).toBe('worked');
});
