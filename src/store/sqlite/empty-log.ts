/**
 * Empties the write-ahead log after an erasure. A row that is erased in the database still stands in the log as it was
 * written before, until later commits happen to write over it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';

const PAUSE_MS = 50;
/** Ten seconds in all: a checkpoint waits for each reader, and a reader's statement takes milliseconds. */
const TRIES_MAX = 200;

interface Checkpointed {
  readonly busy: number;
}

/**
 * Truncates the file of the log to no bytes. Polls in place of SQLite's own waiting, which would block the event loop.
 *
 * @param db a connection of this thread, with no statement under way
 * @returns false where others used the log all the time, or the disk failed: what was erased is still in it
 */
export async function emptyLog(db: Database.Database): Promise<boolean> {
  for (let tried = 0; tried < TRIES_MAX && db.open; tried += 1) {
    if (isTruncated(db)) {
      return true;
    }
    await pause(PAUSE_MS);
  }
  return false;
}

function isTruncated(db: Database.Database): boolean {
  const busyMs = db.pragma('busy_timeout', { simple: true });
  db.pragma('busy_timeout = 0');
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as Checkpointed[];
    return result?.busy === 0;
  } catch {
    return false;
  } finally {
    db.pragma(`busy_timeout = ${busyMs}`);
  }
}
