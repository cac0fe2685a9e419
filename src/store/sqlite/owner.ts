/**
 * One gateway process owns the embedded store. At its start it treats transactions in flight as left by a dead process
 * and reverses them; so a second live process must never start on the same file. The owner holds a lock that the
 * operating system releases with the process, however it ends: an exclusive transaction on a file of its own.
 */
import { realpathSync } from 'node:fs';
import Database from 'better-sqlite3';
import { privateFiles } from '../../private-files.ts';
import { StoreError } from '../engine.ts';

/**
 * @param file of the store, which exists: a link to it is the same store @returns releases the ownership
 * @throws StoreError when another process has it
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
