import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { StoreError, type UnitOfWork, write } from '../../src/store/engine.ts';
import { openSqlite, SqliteEngine } from '../../src/store/sqlite.ts';
import { bind, statement } from '../../src/store/statement.ts';
import { newFile, onEnd } from './rig.ts';

const insert = statement((db, p) =>
  db.insertInto('data_key').values({ id: p('id'), kek: p('kek'), wrapped: p('wrapped'), created_at: p('now') }),
);
const rename = statement((db, p) =>
  db
    .updateTable('data_key')
    .set({ kek: p('kek') })
    .where('id', '=', p('id')),
);
const all = statement((db) => db.selectFrom('data_key').selectAll().orderBy('id'));

const put = (id: number, kek: string | null = 'k') => write(insert, { id, kek, wrapped: Buffer.from([id]), now: 1 });
const unit = (id: number, kek: string | null = 'k'): UnitOfWork => ({ writes: [put(id, kek)] });

function engineOn(file = newFile()) {
  const db = openSqlite(file);
  db.exec(
    'create table if not exists data_key (id integer primary key, kek text not null, wrapped blob not null, created_at integer)',
  );
  const engine = new SqliteEngine(db);
  const commits = vi.spyOn(db, 'exec');
  onEnd(() => db.open && engine.close());
  const ids = async () => (await engine.read(all, {})).map(({ id }) => id);
  return { db, engine, ids, file, committed: () => commits.mock.calls.filter(([sql]) => sql === 'COMMIT').length };
}

describe('durability', () => {
  it('is WAL with a full flush at every commit, and erases what it deletes', () => {
    const { db } = engineOn();
    const pragma = (name: string) => db.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('secure_delete')]).toEqual(['wal', 2, 1]);
    expect(pragma('busy_timeout')).toBeGreaterThan(0);
  });

  it('refuses to open where a write-ahead log cannot be had', () => {
    expect(() => openSqlite(':memory:')).toThrow(StoreError);
  });

  it('is seen by another connection as soon as the commit resolves', async () => {
    const { engine, file } = engineOn();
    await engine.commit(unit(1));
    const other = new Database(file, { readonly: true });
    onEnd(() => other.close());
    expect(other.prepare('select count(*) as n from data_key').get()).toEqual({ n: 1 });
  });
});

describe('the shared commit', () => {
  it('is one for all that wait', async () => {
    const { engine, committed, ids } = engineOn();
    const done = await Promise.all(Array.from({ length: 100 }, (_, index) => engine.commit(unit(index))));
    expect(done).toEqual(Array(100).fill(true));
    expect(committed()).toBe(1);
    expect(await ids()).toHaveLength(100);
  });

  it('is one for each that comes alone', async () => {
    const { engine, committed } = engineOn();
    for (let id = 0; id < 5; id += 1) await engine.commit(unit(id));
    expect(committed()).toBe(5);
  });

  it('holds the event loop for a bounded number of units', async () => {
    const { engine, committed, ids } = engineOn();
    await Promise.all(Array.from({ length: 1_025 }, (_, index) => engine.commit(unit(index))));
    expect(committed()).toBe(3);
    expect(await ids()).toHaveLength(1_025);
  });

  it('takes the units in the order in which they came', async () => {
    const { engine } = engineOn();
    await engine.commit(unit(1, 'start'));
    await Promise.all(['a', 'b', 'c'].map((kek) => engine.commit({ writes: [write(rename, { id: 1, kek })] })));
    expect(await engine.read(all, {})).toMatchObject([{ kek: 'c' }]);
  });

  it('lets one bad unit fail alone, whole', async () => {
    const { engine, ids } = engineOn();
    const results = await Promise.allSettled([
      engine.commit(unit(1)),
      engine.commit({ writes: [put(2), put(3, null)] }),
      engine.commit(unit(4)),
      engine.commit(unit(4)),
      engine.commit(unit(5)),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(
      results.filter(({ status }) => status === 'rejected').map((result) => (result as PromiseRejectedResult).reason),
    ).toEqual([expect.any(StoreError), expect.any(StoreError)]);
    expect(await ids()).toEqual([1, 4, 5]);
  });

  it('leaves nothing of a unit whose guard touched nothing', async () => {
    const { engine, ids } = engineOn();
    const guarded = (id: number, guard: number): UnitOfWork => ({
      guard: write(rename, { id: guard, kek: 'guarded' }),
      writes: [put(id)],
    });
    const done = await Promise.all([
      engine.commit(guarded(1, 99)),
      engine.commit(unit(2)),
      engine.commit(guarded(3, 2)),
      engine.commit(guarded(4, 98)),
    ]);
    expect(done).toEqual([false, true, true, false]);
    expect(await ids()).toEqual([2, 3]);
  });

  it('undoes the guard when the second one touches nothing, and nothing of its neighbours', async () => {
    const { engine, ids } = engineOn();
    await engine.commit(unit(1, 'before'));
    const both = (id: number, second: number): UnitOfWork => ({
      guard: write(rename, { id: 1, kek: `by ${id}` }),
      secondGuard: write(rename, { id: second, kek: 'second' }),
      writes: [put(id)],
    });
    const done = await Promise.all([engine.commit(unit(5)), engine.commit(both(6, 99)), engine.commit(unit(7))]);
    expect(done).toEqual([true, false, true]);
    expect(await ids()).toEqual([1, 5, 7]);
    expect(await engine.read(all, {})).toMatchObject([{ kek: 'before' }, {}, {}]);
    expect(await engine.commit(both(8, 5))).toBe(true);
    expect(await engine.read(all, {})).toMatchObject([{ kek: 'by 8' }, { kek: 'second' }, {}, {}]);
  });

  it('undoes the guard too when a later write of its unit fails', async () => {
    const { engine } = engineOn();
    await engine.commit(unit(1, 'before'));
    const bad = { guard: write(rename, { id: 1, kek: 'after' }), writes: [put(1)] };
    await expect(engine.commit(bad)).rejects.toThrow(StoreError);
    expect(await engine.read(all, {})).toMatchObject([{ kek: 'before' }]);
  });

  it('writes what waits before it closes, and fails afterwards', async () => {
    const { engine, db, file } = engineOn();
    const waiting = engine.commit(unit(1));
    await engine.close();
    expect(await waiting).toBe(true);
    expect(db.open).toBe(false);
    await expect(engine.commit(unit(2))).rejects.toThrow(StoreError);
    await expect(engine.read(all, {})).rejects.toThrow(StoreError);
    expect(await engineOn(file).ids()).toEqual([1]);
  });

  it('a store that is locked by another fails and recovers', async () => {
    const { engine, file, ids, db } = engineOn();
    db.pragma('busy_timeout = 20');
    const other = new Database(file);
    onEnd(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    await expect(engine.commit(unit(1))).rejects.toThrow(StoreError);
    other.exec('ROLLBACK');
    expect(await engine.commit(unit(1))).toBe(true);
    expect(await ids()).toEqual([1]);
  });
});

describe('statements', () => {
  it('need every value to be a parameter', () => {
    const literal = statement((db) => db.selectFrom('merchant').selectAll().where('id', '=', 'x'));
    expect(() => literal.compiled('sqlite')).toThrow('without p()');
  });

  it('need every parameter to have a value', () => {
    expect(() => bind(insert.compiled('sqlite').names, { id: 1, kek: 'k', now: 1 })).toThrow('wrapped');
  });

  it('compile for both engines alike', () => {
    expect(insert.compiled('sqlite').names).toEqual(insert.compiled('postgres').names);
    expect(insert.compiled('postgres').sql).toContain('$1');
  });
});
