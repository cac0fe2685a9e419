/**
 * Lets only one gateway process own the embedded store. At its start a gateway treats transactions in flight as left by
 * a dead process and reverses them, so a second live process must not start on the same file. The lock is an exclusive
 * transaction on a separate file. The operating system releases it when the process ends, in whatever way.
 */
import { realpathSync } from 'node:fs';
import Database from 'better-sqlite3';
import { privateFiles } from '../../../../platform/private-files.ts';
import { StoreError } from '../engine.ts';

/**
 * @param file the store's existing file; a symbolic link to it is the same store
 * @returns a function that releases the ownership
 * @throws StoreError if another process has it
 */
export function ownStore(file: string): () => void {
  const lock = `${realpathSync(file)}.owner`;
  const db = new Database(lock, { timeout: 0 });
  privateFiles(lock);
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch {
    db.close();
    throw new StoreError(`${file}: another gateway process is running on this store.`);
  }
  return () => db.close();
}
