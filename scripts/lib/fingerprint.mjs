/** Fingerprints of files, and the stamps that store them: they show that a start has no work to do. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * One hash over the names and contents of files and whole folders; a missing one is included as such. Contents rather
 * than times, because a checkout or a switch of branches changes times.
 * @param {string} root
 * @param {readonly string[]} paths relative to `root`
 * @returns {string} 64 hex digits
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((one) => filesUnder(root, one))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path.replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * The same over names, sizes and times alone: if it is unchanged, the files need not be read again.
 * @param {string} root
 * @param {readonly string[]} paths relative to `root`
 * @returns {string} 64 hex digits
 */
export function times(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((one) => filesUnder(root, one))) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/** @param {string} root @param {string} path @returns {string[]} */
function filesUnder(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) {
    return [];
  }
  if (!stat.isDirectory()) {
    return [path];
  }
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(root, join(path, name)));
}

/** @param {string} file @param {string} value @returns {boolean} whether the stamp has exactly this value */
export function stampIs(file, value) {
  try {
    return readFileSync(file, 'utf8') === value;
  } catch {
    return false;
  }
}

/** @param {string} file @param {string} value */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}

/** Call it before the work begins, so that interrupted work is repeated. @param {string} file */
export function removeStamp(file) {
  rmSync(file, { force: true });
}
