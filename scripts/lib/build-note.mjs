/**
 * Writes the build identifier of this checkout to a file, for the processes that are started from it: the package's
 * version with the git commit. In an unpacked archive, without git, a hash of the sources replaces the commit.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint, times } from './fingerprint.mjs';
import { ROOT } from './project.mjs';

/** The sources of a gateway except its packages, which the lockfile names. */
const SOURCES = ['src', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json'];
/** The length to which git shortens a commit in a large repository. */
const COMMIT_DIGITS = 12;
const CONTENT_DIGITS = 12;

/**
 * @typedef {object} BuildNote
 * @property {string} id the version with a build identifier, in SemVer format
 * @property {string} version the package's version
 * @property {string | null} commit the full git hash
 * @property {string} content a hash of the sources
 * @property {string} times a hash of their sizes and times
 */

/** @param {string} root */
export const noteFile = (root) => join(root, 'dist', 'build.json');

/**
 * Writes the note if the sources or the commit have changed since the last one.
 * @param {string} [root] @returns {string} the hash of the sources
 */
export function noteBuild(root = ROOT) {
  const commit = commitOf(root);
  const noted = readNote(root);
  const seen = times(root, SOURCES);
  if (noted?.times === seen && noted.commit === commit) {
    return noted.content;
  }
  const content = fingerprint(root, SOURCES);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const id = `${version}+${commit === null ? `content.${short(content)}` : named(root, commit, content)}`;
  try {
    mkdirSync(dirname(noteFile(root)), { recursive: true });
    const next = `${noteFile(root)}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify({ id, version, commit, content, times: seen })}\n`);
    // Replaces the file atomically, so that a process that starts now reads either the old note or the new one.
    renameSync(next, noteFile(root));
  } catch (error) {
    // In another user's checkout this process may not write the note, which the owner has written already.
    if (noted === undefined) {
      throw error;
    }
  }
  return content;
}

/** @param {string} root @param {string} commit @param {string} content */
function named(root, commit, content) {
  const changes = git(root, ['status', '--porcelain', '--', ...SOURCES]);
  return commit.slice(0, COMMIT_DIGITS) + (changes === '' ? '' : `.modified.${short(content)}`);
}

/** @param {string} content */
const short = (content) => content.slice(0, CONTENT_DIGITS);

/** @param {string} root @returns {BuildNote | undefined} */
function readNote(root) {
  try {
    return JSON.parse(readFileSync(noteFile(root), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} root @returns {string | null} null if the folder is no checkout, or git cannot read it */
function commitOf(root) {
  // An archive may be unpacked inside another project's checkout.
  return existsSync(join(root, '.git')) ? (git(root, ['rev-parse', '--verify', 'HEAD']) ?? null) : null;
}

/** @param {string} root @param {readonly string[]} args @returns {string | undefined} undefined if git fails */
function git(root, args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
