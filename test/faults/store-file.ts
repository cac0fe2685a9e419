/** Reads the gateway's store file directly, without the gateway. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * The result of SQLite's integrity check on a copy of the file and its log, so that recovery is left to the gateway.
 * `ok` if the file is intact.
 */
export function integrityOf(storeFile: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-integrity-'));
  try {
    const copy = join(folder, 'store.db');
    copyFileSync(storeFile, copy);
    if (existsSync(`${storeFile}-wal`)) {
      copyFileSync(`${storeFile}-wal`, `${copy}-wal`);
    }
    const database = new Database(copy);
    const verdict = database.pragma('integrity_check', { simple: true });
    database.close();
    return String(verdict);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Transactions with a stored intent but no stored outcome. */
export function unfinishedIn(storeFile: string): number {
  const database = new Database(storeFile, { readonly: true });
  const count = database
    .prepare(
      'SELECT count(*) FROM payment_transaction WHERE key NOT IN (SELECT transaction_key FROM transaction_outcome)',
    )
    .pluck()
    .get();
  database.close();
  return Number(count);
}
