/** Opens the file of the acquirer's ledger and migrates its schema. */
import type Database from 'better-sqlite3';
import { openLedger } from '../kit/ledger/open-ledger.ts';

/**
 * The migrations. A file older than the migration counter has the tables of the first step and the count 0, so that
 * step creates only missing tables and indexes.
 *
 * One row for each trace. A row without a kind is a reversal whose original has not arrived: it reserves the trace, so
 * that the original is refused if it arrives later. Amounts are minor units below 10^12, and so exact.
 *
 * `original` is the trace that the message names, known or not. `root` is the row of the authorization, payment or
 * capture that started the card transaction, null for that row itself. `network_data` is null without a card network.
 *
 * A row of `settled` is a line of a settlement file: for one movement, for one dispute, or for a payout.
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

  `CREATE TABLE dispute (
    id INTEGER PRIMARY KEY,
    movement INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE settled (
    id TEXT PRIMARY KEY,
    batch INTEGER NOT NULL,
    payout TEXT NOT NULL,
    kind TEXT NOT NULL,
    movement INTEGER,
    dispute INTEGER UNIQUE,
    merchant TEXT NOT NULL,
    order_id TEXT,
    transaction_id TEXT,
    reference TEXT,
    gross INTEGER NOT NULL,
    fee INTEGER NOT NULL,
    currency TEXT NOT NULL,
    date TEXT NOT NULL
  ) STRICT;
  CREATE INDEX settled_batch ON settled (batch);
  CREATE INDEX settled_movement ON settled (movement) WHERE movement IS NOT NULL;`,

  `ALTER TABLE movement ADD COLUMN pos_environment TEXT;`,

  `ALTER TABLE dispute ADD COLUMN reason TEXT;
  ALTER TABLE dispute ADD COLUMN respond_by TEXT;
  ALTER TABLE settled ADD COLUMN reason TEXT;
  ALTER TABLE settled ADD COLUMN respond_by TEXT;`,
];

/** @param file undefined for an in-memory ledger @throws Error if a later version wrote the file */
export function openLedgerFile(file: string | undefined): Database.Database {
  return openLedger(file, { owner: 'the sandbox’s acquirer', steps: STEPS });
}
