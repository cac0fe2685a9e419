import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { StoreError, write } from '../../../../../src/adapters/store/engine/engine.ts';
import { openSqlite } from '../../../../../src/adapters/store/engine/sqlite/connection.ts';
import { SqliteEngine } from '../../../../../src/adapters/store/engine/sqlite/engine.ts';
import { bind, type Placeholder, statement } from '../../../../../src/adapters/store/engine/statement.ts';
import { all, insert, MOVES_TABLE, rename, unit } from '../../data-keys/data-keys.ts';
import { newFile, onEnd } from '../../rig.ts';

function engineOn(file = newFile()) {
  const db = openSqlite(file);
  db.exec(
    'create table if not exists data_key (id integer primary key, kek text not null, wrapped blob not null, created_at integer)',
  );
  db.exec(MOVES_TABLE);
  const engine = new SqliteEngine(db);
  const commits = vi.spyOn(db, 'exec');
  onEnd(() => db.open && engine.close());
  const ids = async () => (await engine.read(all, {})).map(({ id }) => id);
  return { db, engine, ids, file, committed: () => commits.mock.calls.filter(([sql]) => sql === 'COMMIT').length };
}

describe('durability', () => {
  it('is a write-ahead log with a full flush at every commit, and deleted data is overwritten', () => {
    const { db } = engineOn();
    const pragma = (name: string) => db.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('secure_delete')]).toEqual(['wal', 2, 1]);
    expect(pragma('busy_timeout')).toBeGreaterThan(0);
  });

  it('refuses to open where a write-ahead log is not supported', () => {
    expect(() => openSqlite(':memory:')).toThrow(StoreError);
  });
});

describe('the shared commit', () => {
  it('covers all waiting units', async () => {
    const { engine, committed, ids } = engineOn();
    const done = await Promise.all(Array.from({ length: 100 }, (_, index) => engine.commit(unit(index))));
    expect(done).toEqual(Array(100).fill(true));
    expect(committed()).toBe(1);
    expect(await ids()).toHaveLength(100);
  });

  it('covers each unit that arrives alone', async () => {
    const { engine, committed } = engineOn();
    for (let id = 0; id < 5; id += 1) {
      await engine.commit(unit(id));
    }
    expect(committed()).toBe(5);
  });

  it('blocks the event loop for a bounded number of units', async () => {
    const { engine, committed, ids } = engineOn();
    await Promise.all(Array.from({ length: 1_025 }, (_, index) => engine.commit(unit(index))));
    expect(committed()).toBe(3);
    expect(await ids()).toHaveLength(1_025);
  });

  it('writes the units in the order of their arrival', async () => {
    const { engine } = engineOn();
    await engine.commit(unit(1, 'start'));
    await Promise.all(['a', 'b', 'c'].map((kek) => engine.commit({ writes: [write(rename, { id: 1, kek })] })));
    expect(await engine.read(all, {})).toMatchObject([{ kek: 'c' }]);
  });

  it('fails on a store that is locked by another, and recovers', async () => {
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
    const literal = statement((db) => db.selectFrom('merchant').select('key').where('id', '=', 'x'));
    expect(() => literal.compile('sqlite')).toThrow('without p()');
  });

  it('need named columns, so that a wider table does not break those of an older process', () => {
    const all = statement((db) => db.selectFrom('merchant').selectAll());
    const joined = statement((db) => db.selectFrom('merchant as m').selectAll('m'));
    expect(() => all.compile('sqlite')).toThrow('name its columns');
    expect(() => joined.compile('postgres')).toThrow('name its columns');
  });

  it('accept exactly their declared parameters, by the compiler', () => {
    const named = statement((db, p: Placeholder<{ id: string }>) =>
      db.selectFrom('merchant').select('key').where('id', '=', p('id')),
    );
    write(named, { id: 'SHOP' });
    // @ts-expect-error: a number in place of text.
    write(named, { id: 1 });
    // @ts-expect-error: a misspelt name.
    write(named, { idd: 'SHOP' });
    statement((db, p: Placeholder<{ id: string }>) =>
      // @ts-expect-error: a parameter that is not declared.
      db.selectFrom('merchant').select('key').where('id', '=', p('ids')),
    );
    statement((db, p: Placeholder<{ id: number }>) =>
      // @ts-expect-error: a column of another type.
      db.selectFrom('merchant').select('key').where('id', '=', p('id')),
    );
    expect(named.compile('sqlite').names).toEqual(['id']);
  });

  it('need every parameter to have a value', () => {
    expect(() => bind(insert.compile('sqlite').names, { id: 1, kek: 'k', now: 1 })).toThrow('wrapped');
  });

  it('compile for both engines alike', () => {
    expect(insert.compile('sqlite').names).toEqual(insert.compile('postgres').names);
    expect(insert.compile('postgres').sql).toContain('$1');
  });
});
