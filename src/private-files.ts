/**
 * What this program writes is its owner's alone: folders 0700, files 0600. The store has live session ids, password
 * hashes and payers' names; logs and ledgers have more of that.
 */
import { chmodSync, statSync } from 'node:fs';

const OWNERS_FOLDER = 0o700;
const OWNERS_FILE = 0o600;
const OWNERS_UMASK = 0o077;
const MODE = 0o777;
const OTHERS = 0o007;
/** A folder with this bit, such as /tmp, is shared by its users. */
const STICKY = 0o1000;

/** From now on, nobody else can read what the process makes. Call it first: a file that is open already stays open. */
export function keepFilesPrivate(): void {
  process.umask(OWNERS_UMASK);
}

/** Takes away what others may do in the program's own folder. One that is missing, somebody else's or shared stays. */
export function privateFolder(folder: string): void {
  narrow(folder, OWNERS_FOLDER);
}

/**
 * As `privateFolder`, for a folder that the operator may have made. One that is closed to everybody but a group, as for
 * backups, stays as the operator has it.
 *
 * @returns what was changed, for the operator to read; undefined where nothing was
 */
export function privateDataFolder(folder: string): string | undefined {
  const before = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((before & OTHERS) === 0) {
    return undefined;
  }
  narrow(folder, OWNERS_FOLDER);
  const after = statSync(folder).mode;
  return after === before ? undefined : `${folder}: its mode was ${text(before)} and is now ${text(after)}.`;
}

/** @returns `0750` */
function text(mode: number): string {
  return (mode & MODE).toString(8).padStart(4, '0');
}

/** Takes away what others may do with files that an earlier version made. Missing ones are skipped. */
export function privateFiles(...files: readonly string[]): void {
  for (const file of files) {
    narrow(file, OWNERS_FILE);
  }
}

function narrow(path: string, allowed: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.uid !== process.getuid?.() || (found.mode & STICKY) !== 0) {
    return;
  }
  // Never adds a right that the operator took away.
  const narrowed = found.mode & allowed;
  if (narrowed === (found.mode & MODE)) {
    return;
  }
  try {
    chmodSync(path, narrowed);
  } catch {
    // A file system without modes, or one that cannot be written, which its next write reports.
  }
}
