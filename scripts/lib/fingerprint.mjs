/** Fingerprints of files, and stamps that store them. An equal stamp shows that no work is left to do. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * One hash over the names and contents of files and whole folders, including the absence of a file. Times are not
 * included, because a checkout or a switch of branches changes them.
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
 * One hash over names, sizes and times. If it is unchanged, the files need not be read again.
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
