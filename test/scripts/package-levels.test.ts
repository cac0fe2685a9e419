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

it('what a start needs is there without the tools, which a test then lacks', () => {
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

it('a start needs what it needs in the version that the lockfile names', () => {
  installed({ 'node_modules/server': { integrity: 'sha512-old' }, 'node_modules/tester': { integrity: 'sha512-b' } });
  expect(packagesMatch(root, RUNTIME)).toBe(false);
});
