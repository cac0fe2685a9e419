/** Files of a process, and those that an earlier version left open, are readable only by the owner. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { privateDataFolder, privateFiles, privateFolder } from '../../src/platform/private-files.ts';
import { startChild } from '../../src/start/child.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { startStack } from '../support/stack.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-private-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

/** The modes of everything below, by relative path; folders end with a slash. */
function modesBelow(path: string): Record<string, string> {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const at = join(entry.parentPath, entry.name);
      return [at.slice(path.length) + (entry.isDirectory() ? '/' : ''), modeOf(at)];
    }),
  );
}

it('the files of a gateway and a sandbox are private, with any umask', async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const stack = await startStack({ dataDir, databaseUrl: `sqlite:${join(dataDir, 'turnpike.db')}` });
  onTestFinished(() => stack.close());
  await stack.merchant.call('GET', '/paymentOptionsInquiry');
  expect(modeOf(dataDir)).toBe('700');
  const modes = modesBelow(dataDir);
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(['/turnpike.db', '/turnpike.db-wal', '/turnpike.db-shm', '/turnpike.db.owner', '/keys/']),
  );
  expect(Object.entries(modes).filter(([name, mode]) => mode !== (name.endsWith('/') ? '700' : '600'))).toEqual([]);
});

it('the files of the operator’s command line are private', () => {
  const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const dataDir = join(folder, 'data');
  execFileSync('/bin/sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, cli, 'migrate'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });
  expect(modesBelow(folder)).toMatchObject({ '/data/': '700', '/data/turnpike.db': '600' });
});

it('the files of a store that an earlier version made become private', AT_LENGTH, async () => {
  const file = join(folder, 'turnpike.db');
  const first = await openStore(`sqlite:${file}`);
  const names = [file, `${file}-wal`, `${file}-shm`, `${file}.owner`];
  for (const name of names) {
    chmodSync(name, 0o644);
  }
  const second = await openStore(`sqlite:${file}`, { owner: false });
  expect(names.slice(0, 3).map(modeOf)).toEqual(['600', '600', '600']);
  await second.close();
  await first.close();
  await (await openStore(`sqlite:${file}`)).close();
  expect(modeOf(`${file}.owner`)).toBe('600');
});

it('the log of a supervised process and the log before it become private', AT_LENGTH, async () => {
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  writeFileSync(join(logs, 'gateway.log'), 'a line\n');
  chmodSync(join(logs, 'gateway.log'), 0o644);
  chmodSync(logs, 0o755);
  writeFileSync(join(folder, 'done.mjs'), '');
  await startChild('gateway', new URL(`file://${folder}/done.mjs`), folder).ended;
  expect(modesBelow(folder)).toMatchObject({
    '/logs/': '700',
    '/logs/gateway.log': '600',
    '/logs/gateway.previous.log': '600',
  });
});

it('files that are shared, missing, or already narrower are not changed', () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  privateFolder(shared);
  expect(modeOf(shared)).toBe('1777');
  const file = join(folder, 'file');
  writeFileSync(file, '');
  chmodSync(file, 0o440);
  privateFiles(file, join(folder, 'none'));
  expect(modeOf(file)).toBe('400');
  expect(() => privateFolder(join(folder, 'none'))).not.toThrow();
});

it('a data folder that the operator opened to a group stays open to it', () => {
  chmodSync(folder, 0o750);
  expect(privateDataFolder(folder)).toBeUndefined();
  expect(modeOf(folder)).toBe('750');
});

it('the operator is notified once of the access that the data folder loses', () => {
  chmodSync(folder, 0o755);
  expect(privateDataFolder(folder)).toBe(`${folder}: its mode was 0755 and is now 0700.`);
  expect(privateDataFolder(folder)).toBeUndefined();
  expect(modeOf(folder)).toBe('700');
});

it('the files of a store that is reached by a link become private, with its lock', AT_LENGTH, async () => {
  const [real, link] = [join(folder, 'real.db'), join(folder, 'link.db')];
  await (await openStore(`sqlite:${real}`)).close();
  chmodSync(`${real}.owner`, 0o644);
  symlinkSync(real, link);
  const store = await openStore(`sqlite:${link}`);
  onTestFinished(() => store.close());
  expect(modeOf(`${real}.owner`)).toBe('600');
});
