/**
 * The folders of builds: of the pages below `dist/`, of the bundled program below `dist/program/`. Each version of the
 * sources has a folder, which does not change once it is complete. A file beside the folders names the folder in use,
 * and is replaced atomically. A process reads that file at its start.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { isAlive } from './lock.mjs';
import { ROOT } from './project.mjs';

export const PAGES = join(ROOT, 'dist');
export const PROGRAM = join(ROOT, 'dist', 'program');

/** All sources of the built pages, including the versions of their packages. */
export const PAGE_SOURCES = [
  'src/web/away',
  'src/web/pages',
  'src/web/layouts',
  'src/web/components',
  'src/web/styles',
  'src/web/locales',
  'src/web/text',
  'src/contract',
  'src/web/views',
  'src/browser-scripts',
  'scripts/bundle/bundled-packages.ts',
  'scripts/bundle/light-builtins.ts',
  'scripts/guides',
  'docs/guide',
  'docs/operating',
  'public',
  'astro.config.mjs',
  'package-lock.json',
];

/** Hex digits of a folder's name: enough to distinguish the versions of one checkout. */
const NAME_DIGITS = 16;
const FOLDER = /^[0-9a-f]{16}(?:\.\d+)?$/;
/** The build folders of previous releases, in `dist/` itself. */
const FORMER = ['client', 'merchant-scripts', 'server', '.turnpike-stamp'];
/** A process on another machine cannot be checked, so its registration counts for this time after its start. */
const ELSEWHERE_MS_MAX = 24 * 60 * 60_000;

/**
 * @typedef {object} Pointer
 * @property {string} folder the folder in use
 * @property {string | null} before the folder that was in use before
 */

/** @param {string} dist */
const pointerFile = (dist) => join(dist, 'current.json');

/** @param {string} [dist] @returns {Pointer | undefined} undefined before the first build */
export function pointer(dist = PAGES) {
  try {
    const { folder, before } = JSON.parse(readFileSync(pointerFile(dist), 'utf8'));
    return isFolder(join(dist, folder)) ? { folder, before } : undefined;
  } catch {
    return undefined;
  }
}

/** The version of the pages' current sources. @param {string} [root] */
export const versionOf = (root = ROOT) => fingerprint(root, PAGE_SOURCES).slice(0, NAME_DIGITS);

/**
 * The version of the program in the current sources. @param {string} content the sources' hash in the build's note
 * @param {string} [root]
 */
export const programVersionOf = (content, root = ROOT) =>
  createHash('sha256')
    .update(content + fingerprint(root, ['scripts/bundle']))
    .digest('hex')
    .slice(0, NAME_DIGITS);

/** @param {string} version @param {string} [dist] @returns {boolean} whether the folder in use is of this version */
export const isInUse = (version, dist = PAGES) => pointer(dist)?.folder.split('.')[0] === version;

/**
 * Returns a folder for the build of a version. A second build of the same sources gets another name, since processes
 * may read the complete folder.
 * @param {string} version @param {string} [dist] @returns {string} its name below `dist`
 */
export function freeFolder(version, dist = PAGES) {
  let name = version;
  for (let again = 2; isWhole(name, dist); again += 1) {
    name = `${version}.${again}`;
  }
  return name;
}

/** @param {string} name @param {string} dist */
const isWhole = (name, dist) => {
  const { folder, before } = pointer(dist) ?? {};
  return name === folder || name === before || usersOf(name, dist).length > 0;
};

/** Puts a complete build into use, and removes unused ones. @param {string} name @param {string} [dist] */
export function use(name, dist = PAGES) {
  const before = pointer(dist)?.folder ?? null;
  const next = `${pointerFile(dist)}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify({ folder: name, before })}\n`);
  renameSync(next, pointerFile(dist));
  removeUnused(dist);
}

/**
 * Removes all folders except the one in use, the previous one, and those that a live process has registered.
 * @param {string} dist
 */
function removeUnused(dist) {
  const { folder, before } = pointer(dist) ?? {};
  for (const name of readdirSync(dist)) {
    const isFormer = FORMER.includes(name) && before !== null;
    const isOld = FOLDER.test(name) && name !== folder && name !== before && usersOf(name, dist).length === 0;
    if (isFormer || isOld) {
      rmSync(join(dist, name), { recursive: true, force: true });
      rmSync(join(dist, 'users', name), { recursive: true, force: true });
    }
  }
}

/** The registrations of live processes that were started from a folder. @param {string} name @param {string} dist */
function usersOf(name, dist) {
  const folder = join(dist, 'users', name);
  const marks = isFolder(folder) ? readdirSync(folder) : [];
  return marks.filter((mark) => {
    const [, host, pid] = /^(.+)@(\d+)$/.exec(mark) ?? [];
    return host === hostname()
      ? isAlive(Number(pid))
      : Date.now() - statSync(join(folder, mark)).mtimeMs < ELSEWHERE_MS_MAX;
  });
}

/** @param {string} path */
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
