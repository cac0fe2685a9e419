/** The file under the ledger: opened so that what was committed outlives a power cut. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** Card hashes and their key are inside, so nobody else reads it. */
const FILE_MODE = 0o600;

/** The ledger has one owner. Where somebody else holds it locked, waiting longer would hold up every connection. */
const LOCK_WAIT_MS = 500;

/**
 * One row a trace. A row without a kind is a reversal whose original has not been seen: it keeps the trace taken, so
 * that the original is refused if it comes after all. Amounts are minor units, below 10^12 and so exact.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS movement (
    id INTEGER PRIMARY KEY,
    trace TEXT NOT NULL UNIQUE,
    kind TEXT,
    reference TEXT,
    merchant TEXT,
    order_id TEXT,
    transaction_id TEXT,
    amount INTEGER,
    currency TEXT,
    state TEXT NOT NULL,
    response_code TEXT,
    authorization_code TEXT,
    additional_response TEXT,
    is_silent INTEGER NOT NULL DEFAULT 0,
    settles_at INTEGER,
    gift_card BLOB,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS movement_of_order ON movement (order_id);
  CREATE INDEX IF NOT EXISTS movement_of_gift_card ON movement (gift_card) WHERE gift_card IS NOT NULL;
  CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
`;

/** @param file a path, whose folder is made where missing, or undefined for a ledger that ends with the process. */
export function openLedgerFile(file: string | undefined): Database.Database {
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', FILE_MODE));
  }
  const database = new Database(file ?? ':memory:', { timeout: LOCK_WAIT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(SCHEMA);
  return database;
}
