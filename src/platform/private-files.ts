/**
 * Restricts this program's files to their owner: folders 0700, files 0600. The store contains valid session ids,
 * password hashes and payers' names; logs and ledgers contain similar data.
 */
import { chmodSync, statSync } from 'node:fs';

const OWNERS_FOLDER = 0o700;
const OWNERS_FILE = 0o600;
const OWNERS_UMASK = 0o077;
const MODE = 0o777;
const OTHERS = 0o007;
/** The mode bit of folders that several users share, such as /tmp. */
const STICKY_BIT = 0o1000;

/** Restricts all files that the process creates from now on. Must be called before any file is created. */
export function keepFilesPrivate(): void {
  process.umask(OWNERS_UMASK);
}

/**
 * Removes other users' rights to a folder of this program. A folder that is missing, shared, or owned by another user
 * is left unchanged.
 */
export function privateFolder(folder: string): void {
  restrictMode(folder, OWNERS_FOLDER);
}

/**
 * Like `privateFolder`, for a folder that the operator may have created. A folder that is open only to a group, for
 * example for backups, is left unchanged.
 * @returns the change, as a message for the operator; undefined if nothing was changed
 */
export function privateDataFolder(folder: string): string | undefined {
  const before = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((before & OTHERS) === 0) {
    return undefined;
  }
  restrictMode(folder, OWNERS_FOLDER);
  const after = statSync(folder).mode;
  return after === before ? undefined : `${folder}: its mode was ${text(before)} and is now ${text(after)}.`;
}

/** @returns the mode in octal digits, such as `0750` */
function text(mode: number): string {
  return (mode & MODE).toString(8).padStart(4, '0');
}

/** Removes other users' rights to files that an earlier version created. Missing files are skipped. */
export function privateFiles(...files: readonly string[]): void {
  for (const file of files) {
    restrictMode(file, OWNERS_FILE);
  }
}

function restrictMode(path: string, allowed: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.uid !== process.getuid?.() || (found.mode & STICKY_BIT) !== 0) {
    return;
  }
  // The bitwise AND adds no right that the operator has removed.
  const narrowed = found.mode & allowed;
  if (narrowed === (found.mode & MODE)) {
    return;
  }
  try {
    chmodSync(path, narrowed);
  } catch {
    // The file system has no modes, or is read-only, which the next write will report.
  }
}
