/** Archives that tar reads, and whose bytes depend on the files alone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type TarFile, tarball } from '../../scripts/release/tar.ts';

const SECONDS = 1_700_000_000;
const folder = mkdtempSync(join(tmpdir(), 'turnpike-tar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LONG = `package/${'d'.repeat(90)}/${'f'.repeat(90)}.mjs`;
const FILES: readonly TarFile[] = [
  { path: 'package/b.txt', content: Buffer.from('last') },
  { path: 'package/a.mjs', content: Buffer.alloc(512, 'a'), isExecutable: true },
  { path: LONG, content: Buffer.from('long') },
];

it('tar extracts each file with its content, its mode and the given time', () => {
  writeFileSync(join(folder, 'files.tgz'), tarball(FILES, SECONDS));
  const { status, stderr } = spawnSync('tar', ['-xzf', 'files.tgz'], { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  for (const { path, content, isExecutable = false } of FILES) {
    const { mode, mtimeMs } = statSync(join(folder, path));
    expect(readFileSync(join(folder, path)).equals(content)).toBe(true);
    expect([(mode & 0o100) !== 0, mtimeMs]).toEqual([isExecutable, SECONDS * 1_000]);
  }
});

it('the order in which the files are given does not change the bytes', () => {
  expect(Buffer.compare(tarball(FILES, SECONDS), tarball(FILES.toReversed(), SECONDS))).toBe(0);
});

it('refuses a path that the format cannot hold', () => {
  const path = `package/${'f'.repeat(120)}`;
  expect(() => tarball([{ path, content: Buffer.of() }], SECONDS)).toThrow(`The path ${path} is too long`);
});
