/** Stored data keys, wrapped. */
import type { DataKeys, WrappedDataKey } from '../gateway/ports/index.ts';
import { type Engine, write } from './engine.ts';
import { hasSealedRows } from './sealed-rows.ts';
import { type Placeholder, statement } from './statement.ts';

const allKeys = statement((db) => db.selectFrom('data_key').select(['id', 'kek', 'wrapped']).orderBy('id'));
const keyTimes = statement((db) => db.selectFrom('data_key').select(['id', 'kek', 'created_at']).orderBy('id'));
const addKey = statement((db, p: Placeholder<{ id: number; kek: string; wrapped: Uint8Array; now: number }>) =>
  db
    .insertInto('data_key')
    .values({ id: p('id'), kek: p('kek'), wrapped: p('wrapped'), created_at: p('now') })
    .onConflict((c) => c.column('id').doNothing()),
);

export class StoredDataKeys implements DataKeys {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async all(): Promise<WrappedDataKey[]> {
    const rows = await this.#engine.read(allKeys, {});
    return rows.map(({ id, kek, wrapped }) => ({ id: Number(id), kek, wrapped }));
  }

  /** For the operator to see: which key-encryption key each is wrapped by, and since when. Milliseconds since 1970. */
  async ages(): Promise<{ readonly kek: string; readonly createdAt: number }[]> {
    const rows = await this.#engine.read(keyTimes, {});
    return rows.map(({ kek, created_at }) => ({ kek, createdAt: Number(created_at) }));
  }

  areNeeded(): Promise<boolean> {
    return hasSealedRows(this.#engine);
  }

  /** If two processes add the first one at once, one of them succeeds. */
  async add({ kek, wrapped }: Omit<WrappedDataKey, 'id'>): Promise<void> {
    const id = Math.max(0, ...(await this.all()).map((key) => key.id)) + 1;
    await this.#engine.commit({ writes: [write(addKey, { id, kek, wrapped, now: Date.now() })] });
  }
}
