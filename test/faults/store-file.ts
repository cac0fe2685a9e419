/** The gateway's store as its file tells, looked at beside the gateway. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * SQLite's own word on a copy of the file and its log, so that recovering them is left to the gateway. `ok` where all
 * is well.
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

/** Transactions whose intent is stored and whose outcome is not. */
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
