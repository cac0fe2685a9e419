import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadScript } from './module.ts';

type Level = { readonly stamp: string };
const { packagesMatch, RUNTIME, EVERYTHING } = await loadScript<{
  packagesMatch(root: string, level: Level): boolean;
  RUNTIME: Level;
  EVERYTHING: Level;
}>('lib/packages.mjs');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnpike-levels-'));
  mkdirSync(join(root, 'node_modules'));
  const packages = {
    '': {},
    'node_modules/server': { integrity: 'sha512-a' },
    'node_modules/tester': { integrity: 'sha512-b', dev: true },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const installed = (packages: object) =>
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));

it('packages for a start are installed without the tools, whose absence a test then reports', () => {
  installed({ 'node_modules/server': { integrity: 'sha512-a' } });
  expect(packagesMatch(root, RUNTIME)).toBe(true);
  expect(packagesMatch(root, EVERYTHING)).toBe(false);
});

it('a checkout with the tools starts as it is', () => {
  installed({ 'node_modules/server': { integrity: 'sha512-a' }, 'node_modules/tester': { integrity: 'sha512-b' } });
  expect(packagesMatch(root, EVERYTHING)).toBe(true);
  rmSync(join(root, 'node_modules', '.package-lock.json'));
  expect(packagesMatch(root, RUNTIME)).toBe(true);
});

it('a start requires its packages in the versions of the lockfile', () => {
  installed({ 'node_modules/server': { integrity: 'sha512-old' }, 'node_modules/tester': { integrity: 'sha512-b' } });
  expect(packagesMatch(root, RUNTIME)).toBe(false);
});
