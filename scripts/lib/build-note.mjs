/**
 * Notes which build a checkout is, for the processes that are started from it: the package's version, with the commit
 * that git names, or with a hash of the sources where there is no git, as in an unpacked archive.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint, times } from './fingerprint.mjs';
import { ROOT } from './project.mjs';

/** All that a gateway is made of, but its packages: the lockfile names them. */
const SOURCES = ['src', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json'];
/** As git shortens a commit in a large repository. */
const COMMIT_DIGITS = 12;
const CONTENT_DIGITS = 12;

/**
 * @typedef {object} BuildNote
 * @property {string} id the version, and what tells builds of one version apart, as SemVer writes it
 * @property {string} version the package's
 * @property {string | null} commit whole, as git has it
 * @property {string} content a hash of the sources
 * @property {string} times a hash of their sizes and times
 */

/** @param {string} root */
export const noteFile = (root) => join(root, 'dist', 'build.json');

/** Writes the note where the sources or the commit are not the noted ones. @param {string} [root] */
export function noteBuild(root = ROOT) {
  const commit = commitOf(root);
  const noted = readNote(root);
  const seen = times(root, SOURCES);
  if (noted?.times === seen && noted.commit === commit) {
    return;
  }
  const content = fingerprint(root, SOURCES);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const id = `${version}+${commit === null ? `content.${short(content)}` : named(root, commit, content)}`;
  try {
    mkdirSync(dirname(noteFile(root)), { recursive: true });
    const next = `${noteFile(root)}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify({ id, version, commit, content, times: seen })}\n`);
    // In one step: a process that starts now reads the one note or the other.
    renameSync(next, noteFile(root));
  } catch (error) {
    // A checkout that another user owns has been noted by that user.
    if (noted === undefined) {
      throw error;
    }
  }
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

/** @param {string} root @returns {string | null} null where the folder is no checkout, or git does not read it */
function commitOf(root) {
  // An archive may lie unpacked in a checkout of something else.
  return existsSync(join(root, '.git')) ? (git(root, ['rev-parse', '--verify', 'HEAD']) ?? null) : null;
}

/** @param {string} root @param {readonly string[]} args @returns {string | undefined} undefined where git fails */
function git(root, args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
