/** The file under the ledger: opened so that what was committed outlives a power cut, and brought up to today's shape. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** Card hashes and their key are inside, so nobody else reads it. */
const FILE_MODE = 0o600;

/** The ledger has one owner. Where somebody else holds it locked, waiting longer would hold up every connection. */
const LOCK_WAIT_MS = 500;

/**
 * The steps from an empty file to today's shape; the file counts in `user_version` those that it has behind it. A file from
 * before the counting has the first one's tables and counts none, so that step makes only what is missing.
 *
 * One row a trace. A row without a kind is a reversal whose original has not been seen: it keeps the trace taken, so
 * that the original is refused if it comes after all. Amounts are minor units, below 10^12 and so exact.
 *
 * `original` is the trace that the message names, seen or not. `root` is the row of the authorization, payment or capture that
 * a card transaction's life began with, null for that row itself. `network_data` is null where no card network is concerned.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS movement (
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
  CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;`,

  `ALTER TABLE movement ADD COLUMN original TEXT;
  ALTER TABLE movement ADD COLUMN root INTEGER;
  ALTER TABLE movement ADD COLUMN gift_card_balance INTEGER;
  ALTER TABLE movement ADD COLUMN network_data TEXT;
  CREATE INDEX movement_of_root ON movement (root) WHERE root IS NOT NULL;`,
];

/**
 * @param file a path, whose folder is made where missing, or undefined for a ledger that ends with the process.
 * @throws Error for the file of a later version, whose rows this one could not judge.
 */
export function openLedgerFile(file: string | undefined): Database.Database {
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', FILE_MODE));
  }
  const database = new Database(file ?? ':memory:', { timeout: LOCK_WAIT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.transaction(() => bringUpToDate(database)).immediate();
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function bringUpToDate(database: Database.Database): void {
  const behind = database.pragma('user_version', { simple: true }) as number;
  if (behind > STEPS.length) {
    throw new Error('The ledger of the sandbox’s acquirer was written by a later version.');
  }
  for (const step of STEPS.slice(behind)) {
    database.exec(step);
  }
  database.pragma(`user_version = ${STEPS.length}`);
}
