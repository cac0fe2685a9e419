/** The build note, which identifies a checkout's build, with git and without. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBuild } from '../../src/platform/build.ts';
import { loadScript } from './module.ts';

const { noteBuild, noteFile } = await loadScript<{
  noteBuild(root: string): void;
  noteFile(root: string): string;
}>('lib/build-note.mjs');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnpike-build-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'a.ts'), 'one');
  writeFileSync(join(root, 'package.json'), '{"version":"1.2.3"}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
  });

function commit(): string {
  git('init', '--quiet');
  writeFileSync(join(root, '.gitignore'), 'dist/\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  return git('rev-parse', 'HEAD').trim();
}

function build(): string {
  noteBuild(root);
  return readBuild(pathToFileURL(noteFile(root))).id;
}

it('the note names the commit of a checkout', () => {
  const head = commit();
  expect(build()).toBe(`1.2.3+${head.slice(0, 12)}`);
  expect(JSON.parse(readFileSync(noteFile(root), 'utf8'))).toMatchObject({ version: '1.2.3', commit: head });
});

it('the note reports that sources were changed since the commit, and distinguishes one change from another', () => {
  const head = commit().slice(0, 12);
  writeFileSync(join(root, 'src', 'a.ts'), 'two');
  const two = build();
  writeFileSync(join(root, 'src', 'a.ts'), 'three');
  expect(two).toMatch(new RegExp(`^1\\.2\\.3\\+${head}\\.modified\\.[0-9a-f]{12}$`));
  expect(build()).toMatch(new RegExp(`^1\\.2\\.3\\+${head}\\.modified\\.[0-9a-f]{12}$`));
  expect(build()).not.toBe(two);
});

it('the note names the next commit of the same sources', () => {
  commit();
  const before = build();
  git('commit', '--quiet', '--allow-empty', '--message', 'two');
  expect(build()).not.toBe(before);
});

it('the note names a hash of the sources in an unpacked archive, the same wherever it lies', () => {
  const here = build();
  expect(here).toMatch(/^1\.2\.3\+content\.[0-9a-f]{12}$/);
  writeFileSync(join(root, 'src', 'b.ts'), '');
  expect(build()).not.toBe(here);
  rmSync(join(root, 'src', 'b.ts'));
  expect(build()).toBe(here);
});

it('the note ignores the commit of a checkout into which an archive was unpacked', () => {
  commit();
  const inner = join(root, 'inner');
  mkdirSync(join(inner, 'src'), { recursive: true });
  writeFileSync(join(inner, 'package.json'), '{"version":"4.5.6"}');
  noteBuild(inner);
  expect(readBuild(pathToFileURL(noteFile(inner)))).toMatchObject({ version: '4.5.6', commit: null });
});

it('the note leaves the package’s version to a process that was started before any note', () => {
  const absent = pathToFileURL(noteFile(root));
  expect(readBuild(absent, pathToFileURL(join(root, 'package.json'))).id).toBe('1.2.3+unknown');
});
