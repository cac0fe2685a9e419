/** Opens a file of the embedded store, and asserts what its durability rests on. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StoreError } from './engine.ts';

/** `PRAGMA synchronous` as a number: 2 is FULL, every commit flushed before it is answered. */
const SYNCHRONOUS_FULL = 2;
/** How long a write waits for another process (the operator's command line) before it fails. */
const BUSY_TIMEOUT_MS = 5_000;
/** 16 MB of log before its pages are copied home: pages that many commits touch are then copied once. */
const CHECKPOINT_PAGES = 4_000;
/** Hot pages only; the system's own cache holds the rest, and every process does not hold it again. */
const CACHE_KIB = 4_096;

/** Opens the file and asserts what durability rests on. @throws StoreError when a pragma did not take */
export function openSqlite(file: string): Database.Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new Database(file);
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const journal = db.pragma('journal_mode = WAL', { simple: true });
  db.pragma('synchronous = FULL');
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  // Deleted security codes are overwritten with zeros, not left in free pages.
  db.pragma('secure_delete = ON');
  const synchronous = db.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== SYNCHRONOUS_FULL) {
    db.close();
    throw new StoreError(
      `${file}: journal_mode is ${journal}, synchronous is ${synchronous}; WAL and FULL are needed.`,
    );
  }
  return db;
}
