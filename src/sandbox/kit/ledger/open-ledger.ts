/**
 * Opens the files of the sandbox's ledgers so that commits survive a power cut, and migrates them to the current
 * schema.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** The file contains card hashes with their key, and payers' return URLs: only the owner may read it. */
const FILE_MODE = 0o600;

/** A ledger has one owner. If another process holds the lock, a longer wait would delay every connection. */
const LOCK_WAIT_MS = 500;

export interface LedgerShape {
  /** The owner's name in a message to the operator: `the sandbox’s acquirer`. */
  readonly owner: string;
  /** Migrations from an empty file to the current schema; the file counts the applied ones in `user_version`. */
  readonly steps: readonly string[];
}

/**
 * @param file a path, whose missing folder is created, or undefined for an in-memory ledger.
 * @throws Error if a later version wrote the file, because its rows could be misread.
 */
export function openLedger(file: string | undefined, shape: LedgerShape): Database.Database {
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', FILE_MODE));
  }
  const database = new Database(file ?? ':memory:', { timeout: LOCK_WAIT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.transaction(() => bringUpToDate(database, shape)).immediate();
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function bringUpToDate(database: Database.Database, { owner, steps }: LedgerShape): void {
  const behind = database.pragma('user_version', { simple: true }) as number;
  if (behind > steps.length) {
    throw new Error(`The ledger of ${owner} was written by a later version.`);
  }
  for (const step of steps.slice(behind)) {
    database.exec(step);
  }
  database.pragma(`user_version = ${steps.length}`);
}
