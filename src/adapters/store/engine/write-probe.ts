/** Tests whether the store is writable: inserts more data than a payment does, and deletes it in the same commit. */
import { randomBytes } from 'node:crypto';
import { type Engine, write } from './engine.ts';
import { type Placeholder, statement } from './statement.ts';

const insert = statement((db, p: Placeholder<{ key: number; payload: Uint8Array }>) =>
  db.insertInto('write_probe').values({ key: p('key'), payload: p('payload') }),
);
const remove = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('write_probe').where('key', '=', p('key')),
);

/**
 * The size of the test row: sixteen pages of SQLite, or eight of PostgreSQL, which is more than a unit of work changes.
 */
const PAYLOAD_BYTES = 64 * 1024;

/** @param key a key that is unique to this process @throws StoreError if the write failed */
export async function writeProbe(engine: Engine, key: number): Promise<void> {
  // Random bytes, because PostgreSQL would compress other data.
  const payload = randomBytes(PAYLOAD_BYTES);
  await engine.commit({ writes: [write(insert, { key, payload }), write(remove, { key })] });
}
