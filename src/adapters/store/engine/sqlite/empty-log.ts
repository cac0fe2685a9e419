/**
 * Empties the write-ahead log after an erasure. The erased text remains in the log until later commits happen to
 * overwrite it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';

const PAUSE_MS = 50;
/**
 * The maximum number of attempts, which take ten seconds. A checkpoint waits for readers, whose statements take
 * milliseconds.
 */
const TRIES_MAX = 200;

interface CheckpointResult {
  readonly busy: number;
}

/**
 * Truncates the log file to zero bytes. Polls instead of using SQLite's busy wait, which would block the event loop.
 *
 * @param db a connection of this thread, with no statement in progress
 * @returns false if other connections used the log all the time, or the disk failed. The log then still has the erased
 *   text
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
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as CheckpointResult[];
    return result?.busy === 0;
  } catch {
    return false;
  } finally {
    db.pragma(`busy_timeout = ${busyMs}`);
  }
}
