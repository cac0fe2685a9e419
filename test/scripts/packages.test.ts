import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadScript } from './module.ts';

const { installPackages, packagesMatch } = await loadScript<{
  installPackages(root: string): Promise<void>;
  packagesMatch(root: string): boolean;
}>('lib/packages.mjs');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnpike-packages-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lock = (packages: object) => writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
const installed = (packages: object) => {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
};

describe('the installed packages', () => {
  const wanted = {
    '': {},
    'node_modules/a': { integrity: 'sha512-a' },
    'node_modules/os': { integrity: 'sha512-os', optional: true },
  };

  it('matches without the optional packages of another system, and is then remembered', () => {
    lock(wanted);
    installed({ 'node_modules/a': { integrity: 'sha512-a' } });
    expect(packagesMatch(root)).toBe(true);
    rmSync(join(root, 'node_modules', '.package-lock.json'));
    expect(packagesMatch(root)).toBe(true);
  });

  it('does not match a lockfile that changed since', () => {
    lock(wanted);
    installed({ 'node_modules/a': { integrity: 'sha512-a' } });
    packagesMatch(root);
    lock({ ...wanted, 'node_modules/b': { integrity: 'sha512-b' } });
    expect(packagesMatch(root)).toBe(false);
  });

  it.each([
    ['nothing', undefined],
    ['too little', {}],
    ['another version', { 'node_modules/a': { integrity: 'sha512-old' } }],
    [
      'another version of an optional one',
      { 'node_modules/a': { integrity: 'sha512-a' }, 'node_modules/os': { integrity: 'sha512-old' } },
    ],
  ])('does not match with %s there', (_what, there) => {
    lock(wanted);
    if (there !== undefined) {
      installed(there);
    }
    expect(packagesMatch(root)).toBe(false);
  });
});

it('the packages are installed once', async () => {
  const empty = { name: 'empty', version: '1.0.0' };
  writeFileSync(join(root, 'package.json'), JSON.stringify(empty));
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ ...empty, lockfileVersion: 3, packages: { '': empty } }),
  );
  await installPackages(root);
  expect(packagesMatch(root)).toBe(true);
  // A second installation would delete this.
  const trace = join(root, 'node_modules', 'trace');
  writeFileSync(trace, '');
  await installPackages(root);
  expect(existsSync(trace)).toBe(true);
});

it("npm's output is shown where the packages cannot be installed", async () => {
  writeFileSync(join(root, 'package.json'), '{');
  lock({});
  await expect(installPackages(root)).rejects.toThrow(/EJSONPARSE[\s\S]*exit code 1/);
  expect(packagesMatch(root)).toBe(false);
});
