/** Writes to the store as much as a payment does and more, and leaves nothing there. */
import { randomBytes } from 'node:crypto';
import { type Engine, write } from './engine.ts';
import { type Placeholder, statement } from './statement.ts';

const insert = statement((db, p: Placeholder<{ key: number; payload: Uint8Array }>) =>
  db.insertInto('write_probe').values({ key: p('key'), payload: p('payload') }),
);
const remove = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('write_probe').where('key', '=', p('key')),
);

/** Sixteen pages of SQLite, eight of PostgreSQL: more than one unit of work changes. */
const PAYLOAD_BYTES = 64 * 1024;

/** @param key of this process alone @throws StoreError when it could not be written */
export async function writeProbe(engine: Engine, key: number): Promise<void> {
  // Random, because PostgreSQL compresses.
  const payload = randomBytes(PAYLOAD_BYTES);
  await engine.commit({ writes: [write(insert, { key, payload }), write(remove, { key })] });
}
