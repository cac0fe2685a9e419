/** Opens connections to an embedded database, with the settings that durability and speed depend on. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { privateFiles } from '../../../../platform/private-files.ts';
import { StoreError } from '../engine.ts';

/** `PRAGMA synchronous` as a number. 2 is FULL: every commit is flushed before it is confirmed. */
const SYNCHRONOUS_FULL = 2;
/** How long a write waits for another process, such as the operator's command line, before it fails. */
const BUSY_TIMEOUT_MS = 5_000;
/**
 * The length of the log before its pages are copied into the database: 32 MB, so that pages that many commits change
 * are copied once.
 */
export const CHECKPOINT_PAGES = 8_000;
/**
 * The cache of a connection, enough for frequently used pages. The operating system caches the other pages for all
 * processes.
 */
const CACHE_KIB = 2_048;

/** Opens the file and asserts the settings that durability depends on. @throws StoreError if a pragma had no effect */
export function openSqlite(file: string): Database.Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new Database(file);
  // SQLite creates the log and its index with the mode of the database file.
  privateFiles(file, `${file}-wal`, `${file}-shm`);
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const journal = db.pragma('journal_mode = WAL', { simple: true });
  db.pragma('synchronous = FULL');
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  // Overwrites deleted security codes with zeros instead of leaving them in free pages.
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
