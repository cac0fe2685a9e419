/**
 * Restricts this program's files to their owner: folders 0700, files 0600. The store has live session ids, password
 * hashes and payers' names; logs and ledgers have more of these.
 */
import { chmodSync, statSync } from 'node:fs';

const OWNERS_FOLDER = 0o700;
const OWNERS_FILE = 0o600;
const OWNERS_UMASK = 0o077;
const MODE = 0o777;
const OTHERS = 0o007;
/** A folder with this bit, such as /tmp, is shared by its users. */
const STICKY_BIT = 0o1000;

/**
 * Restricts all files that the process creates from now on. Must be called first, since it does not affect open files.
 */
export function keepFilesPrivate(): void {
  process.umask(OWNERS_UMASK);
}

/**
 * Removes other users' rights to the program's own folder. A folder that is missing, shared, or owned by another user
 * is left unchanged.
 */
export function privateFolder(folder: string): void {
  restrictMode(folder, OWNERS_FOLDER);
}

/**
 * Like `privateFolder`, for a folder that the operator may have made. One that is open only to a group, for example for
 * backups, is left unchanged.
 *
 * @returns the change, as a message for the operator; undefined without a change
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

/** @returns such as `0750` */
function text(mode: number): string {
  return (mode & MODE).toString(8).padStart(4, '0');
}

/** Removes other users' rights to files that an earlier version made. Missing files are skipped. */
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
  // Does not add a right that the operator has removed.
  const narrowed = found.mode & allowed;
  if (narrowed === (found.mode & MODE)) {
    return;
  }
  try {
    chmodSync(path, narrowed);
  } catch {
    // A file system without modes, or a read-only one, which the next write reports.
  }
}
