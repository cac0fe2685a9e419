/**
 * A write-ahead log that belongs to another file. SQLite applies whatever log lies beside a database: where a backup
 * was copied over the database of a gateway that died, that is the dead one's log, and the mixture is corrupt. Nothing
 * in the files names the pair, so it is known by three signs: a backup made by `vacuum into` is in no log mode; a file
 * that was put in place after the log was last written is newer; and the mixture is no sound database.
 *
 * A gateway that was killed while it copied its log leaves a database that is newer than its own log, and sound.
 */
import { closeSync, openSync, readSync, realpathSync, statSync, utimesSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreError } from '../engine.ts';

/** Bytes 18 and 19 of a database, the versions that are written and read: 2 is the log mode. */
const VERSIONS_AT = 18;
const LOG_MODE = 2;

/** STRICT: nothing has opened the restored database yet, so a log that is older than it is another's. */
export type LogCheck = 'SOUND' | 'STRICT';

/**
 * Call before anything opens the database, while no other process has it open.
 *
 * @param file of the store, which exists
 * @throws StoreError in one line that says what to do
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
    // SQLite may have changed the log's time as it read it: the database stays the newer one, for the next start.
    utimesSync(path, stat.atime, stat.mtime);
    throw new StoreError(
      `${log} is the log of another database than ${path}, and would damage it: move ${path}-wal and ${path}-shm away, ` +
        'copy the backup there again, and run turnpike restored. ' +
        'If the log is the backup’s own, copy it after the database.',
    );
  }
}

/** Whether a log lies beside the database. */
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

/** Reads it all, and writes nothing: a connection that only reads does not copy the log. */
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
