/** The smallest table of the schema, for tests of how an engine reads and commits. */
import { type UnitOfWork, type Write, write } from '../../../../src/adapters/store/engine/engine.ts';
import { type Placeholder, statement } from '../../../../src/adapters/store/engine/statement.ts';

export const insert = statement((db, p: Placeholder<{ id: number; kek: string; wrapped: Uint8Array; now: number }>) =>
  db.insertInto('data_key').values({ id: p('id'), kek: p('kek'), wrapped: p('wrapped'), created_at: p('now') }),
);
export const rename = statement((db, p: Placeholder<{ id: number; kek: string }>) =>
  db
    .updateTable('data_key')
    .set({ kek: p('kek') })
    .where('id', '=', p('id')),
);
export const all = statement((db) => db.selectFrom('data_key').select(['id', 'kek', 'wrapped']).orderBy('id'));

/** @param kek null violates the table's constraint */
export const put = (id: number, kek: string | null = 'k'): Write =>
  write(insert, { id, kek: kek as string, wrapped: Buffer.from([id % 256]), now: 1 });
export const unit = (id: number, kek: string | null = 'k'): UnitOfWork => ({ writes: [put(id, kek)] });

/** The table that each commit of an engine reads. */
export const MOVES_TABLE = 'create table if not exists merchant_move (merchant_key integer, lists_changes integer)';
