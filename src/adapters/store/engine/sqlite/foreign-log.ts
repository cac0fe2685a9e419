/**
 * Detects a write-ahead log that belongs to another database file. SQLite applies any log that lies beside a database.
 * If a backup was copied over the database of a gateway that died, the log is that of the old database, and the mixture
 * is corrupt. The files do not show whether they belong together, so three signs are checked: a backup made by
 * `vacuum into` is not in WAL mode; a file put in place after the last write to the log is newer than the log; and the
 * mixture fails the integrity check.
 *
 * A gateway that was killed while it copied its log leaves a database that is newer than its own log, but sound.
 */
import { closeSync, openSync, readSync, realpathSync, statSync, utimesSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreError } from '../engine.ts';

/**
 * The position of the read and write versions of the file format in a database: bytes 18 and 19. The value 2 means WAL
 * mode.
 */
const VERSIONS_AT = 18;
const LOG_MODE = 2;

/**
 * SOUND: accept an older log if the database is sound. STRICT: the restored database has not been opened yet, so an
 * older log belongs to another database.
 */
export type LogCheck = 'SOUND' | 'STRICT';

/**
 * Call before the database is opened, while no other process has it open.
 *
 * @param file the store's existing file
 * @throws StoreError with a one-line message that states how to proceed
 */
export function refuseForeignLog(file: string, check: LogCheck): void {
  const path = realpathSync(file);
  const log = `${path}-wal`;
  const logStat = statSync(log, { bigint: true, throwIfNoEntry: false });
  if (logStat === undefined || logStat.size === 0n) {
    return;
  }
  const stat = statSync(path);
  const isNewer = statSync(path, { bigint: true }).ctimeNs > logStat.ctimeNs;
  if (!isInLogMode(path) || (isNewer && (check === 'STRICT' || damageOf(path) !== undefined))) {
    // Reading may have changed the time of the log. Restore the database's time, so that the database is still the
    // newer file at the next start.
    utimesSync(path, stat.atime, stat.mtime);
    throw new StoreError(
      `${log} is the log of another database than ${path}, and would damage it: move ${path}-wal and ${path}-shm away, ` +
        'copy the backup there again, and run turnpike restored. ' +
        'If the log is the backup’s own, copy it after the database.',
    );
  }
}

/** True if a non-empty log lies beside the database. */
export function hasLog(file: string): boolean {
  const stat =
    statSync(file, { throwIfNoEntry: false }) && statSync(`${realpathSync(file)}-wal`, { throwIfNoEntry: false });
  return stat !== undefined && stat.size > 0;
}

function isInLogMode(file: string): boolean {
  const versions = Buffer.alloc(2);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, versions, 0, versions.length, VERSIONS_AT);
  } finally {
    closeSync(handle);
  }
  return versions.every((version) => version === LOG_MODE);
}

/** Checks the whole file. Does not write, because a read-only connection does not copy the log. */
function damageOf(file: string): string | undefined {
  try {
    const db = new Database(file, { readonly: true });
    try {
      const found = db.pragma('integrity_check(1)', { simple: true });
      return found === 'ok' ? undefined : String(found);
    } finally {
      db.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}
