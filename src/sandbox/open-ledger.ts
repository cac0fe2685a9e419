/**
 * Files under the sandbox's ledgers: opened so that what was committed outlives a power cut, and brought up to today's
 * shape.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** Card hashes with their key, and addresses that bring payers home, are inside: nobody else reads it. */
const FILE_MODE = 0o600;

/** A ledger has one owner. Where somebody else holds it locked, waiting longer would hold up every connection. */
const LOCK_WAIT_MS = 500;

export interface LedgerShape {
  /** Whose ledger it is, as a message to the operator says it: `the sandbox’s acquirer`. */
  readonly owner: string;
  /** From an empty file to today's shape; the file counts in `user_version` those that it has behind it. */
  readonly steps: readonly string[];
}

/**
 * @param file a path, whose folder is made where missing, or undefined for a ledger that ends with the process.
 * @throws Error for the file of a later version, whose rows this one could not judge.
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
