/** A busy embedded store is written by a thread, with the same guarantees. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { StoreError, type UnitOfWork, write } from '../../../../../src/adapters/store/engine/engine.ts';
import { Checkpoints } from '../../../../../src/adapters/store/engine/sqlite/checkpoints.ts';
import { CommitThread } from '../../../../../src/adapters/store/engine/sqlite/commit-thread.ts';
import { openSqlite } from '../../../../../src/adapters/store/engine/sqlite/connection.ts';
import { type SlowCommits, SqliteEngine } from '../../../../../src/adapters/store/engine/sqlite/engine.ts';
import { type Placeholder, statement } from '../../../../../src/adapters/store/engine/statement.ts';
import { all, insert, MOVES_TABLE, put, rename, unit } from '../../data-keys/data-keys.ts';
import { newFile, onEnd } from '../../rig.ts';

const MANY = 100;
/** An id far above those that a test reaches. */
const ABSENT = 1_000_000_000;
const WAIT = { timeout: 20_000, interval: 5 };
const many = (from: number, count = MANY): UnitOfWork[] => Array.from({ length: count }, (_, at) => unit(from + at));

/** @param threadsFile the thread's database file */
function busyEngine({ threadsFile, slow }: { threadsFile?: string; slow?: SlowCommits } = {}) {
  const file = newFile();
  const db = openSqlite(file);
  db.exec(
    'create table data_key (id integer primary key, kek text not null, wrapped blob not null, created_at integer)',
  );
  db.exec(MOVES_TABLE);
  const threads: CommitThread[] = [];
  const handedOver: number[] = [];
  const commits: number[] = [];
  let checkpoints: Checkpoints | undefined;
  const engine: SqliteEngine = new SqliteEngine(db, {
    onCommit(units) {
      commits.push(units);
      checkpoints?.afterCommit();
    },
    startThread(texts, logPagesMax) {
      const thread = new CommitThread({ file: threadsFile ?? file, logPagesMax }, texts);
      const toThread = thread.write.bind(thread);
      thread.write = (units) => {
        handedOver.push(units.length);
        return toThread(units);
      };
      threads.push(thread);
      return thread;
    },
    slow,
  });
  onEnd(async () => {
    await checkpoints?.close();
    await (db.open && engine.close());
  });
  const commitAll = (units: readonly UnitOfWork[]) => Promise.all(units.map((one) => engine.commit(one)));
  return {
    db,
    engine,
    file,
    threads,
    handedOver,
    commits,
    commitAll,
    ids: async () => (await engine.read(all, {})).map(({ id }) => id),
    copyLog: (pages: { copiedFrom: number; copiedHereMax: number; max: number }) => {
      checkpoints = new Checkpoints(db, file, engine, pages);
    },
    /** Commits until the thread has opened the database. @returns the first free id */
    async untilReady(): Promise<number> {
      let next = 1;
      await vi.waitFor(async () => {
        await commitAll(many(next));
        next += MANY;
        expect(threads[0]?.isReady).toBe(true);
      }, WAIT);
      return next;
    },
  };
}

describe('a store', () => {
  it('that is busy commits on the main thread until the commit thread is ready, and then on that one', async () => {
    const { commitAll, untilReady, handedOver, commits, ids, threads } = busyEngine();
    const next = await untilReady();
    expect(commits.length).toBeGreaterThan(handedOver.length);
    handedOver.length = 0;
    expect(await commitAll(many(next))).toEqual(Array(MANY).fill(true));
    expect(handedOver.reduce((sum, units) => sum + units, 0)).toBe(MANY);
    expect(await ids()).toEqual(Array.from({ length: next + MANY - 1 }, (_, at) => at + 1));
    expect(threads).toHaveLength(1);
  });

  it('hands units of one turn over before the end of the turn, sixteen at a time', async () => {
    const { engine, untilReady, handedOver, ids } = busyEngine();
    const next = await untilReady();
    handedOver.length = 0;
    const commits = many(next, 40).map((one) => engine.commit(one));
    expect(handedOver).toEqual([16, 16]);
    expect(await Promise.all(commits)).toEqual(Array(40).fill(true));
    expect(handedOver).toEqual([16, 16, 8]);
    expect(await ids()).toHaveLength(next + 39);
  });

  it('on a slow disk commits single units on the thread, until its commits are fast again', async () => {
    const { db, engine, threads, handedOver, ids } = busyEngine({ slow: { commitMs: 200, forMs: 500 } });
    const exec = db.exec.bind(db);
    const slowly = vi.spyOn(db, 'exec').mockImplementation((sql) => {
      if (sql === 'COMMIT') {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
      }
      return exec(sql);
    });
    let next = 1;
    const commit = () => {
      next += 1;
      return engine.commit(unit(next));
    };
    await vi.waitFor(async () => {
      await commit();
      expect(handedOver).toContain(1);
    }, WAIT);
    slowly.mockRestore();
    await vi.waitFor(async () => {
      const before = handedOver.length;
      await commit();
      expect(handedOver).toHaveLength(before);
    }, WAIT);
    expect([threads.length, (await ids()).length]).toEqual([1, next - 1]);
  });

  it('with few writes does not start the thread', async () => {
    const { engine, threads, ids } = busyEngine();
    for (let id = 0; id < 30; id += 1) {
      await engine.commit(unit(id));
    }
    expect(threads).toEqual([]);
    expect(await ids()).toHaveLength(30);
  });

  it('keeps the event loop running while the thread flushes', async () => {
    const { commitAll, untilReady } = busyEngine();
    const next = await untilReady();
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns += 1;
      if (!isDone) {
        setImmediate(turn);
      }
    };
    const done = commitAll(many(next, 2_000));
    turn();
    await done;
    isDone = true;
    expect(turns).toBeGreaterThan(10);
  });

  it('whose thread cannot read its file commits on the main thread', async () => {
    // A file is no folder, so the thread cannot open this path.
    const { commitAll, threads, handedOver, ids } = busyEngine({ threadsFile: join(import.meta.filename, 'no.db') });
    await commitAll(many(1));
    await vi.waitFor(() => expect(threads[0]?.hasEnded).toBe(true), WAIT);
    await commitAll(many(1_000));
    expect(handedOver).toEqual([]);
    expect(await ids()).toHaveLength(2 * MANY);
  });
});

describe('a unit written by the thread', () => {
  it('fails alone, with SQLite’s own code', async () => {
    const { commitAll, engine, untilReady, ids } = busyEngine();
    const next = await untilReady();
    const neighbours = commitAll(many(next));
    const twice = engine.commit(unit(next));
    await expect(twice).rejects.toThrow(StoreError);
    await expect(twice).rejects.toMatchObject({ inDoubt: false, cause: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } });
    expect(await neighbours).toEqual(Array(MANY).fill(true));
    expect(await ids()).toHaveLength(next + MANY - 1);
  });

  it('has no effect where a guard of it matches no row', async () => {
    const { commitAll, engine, untilReady, handedOver } = busyEngine();
    const next = await untilReady();
    const guarded = (id: number, ...guards: number[]): UnitOfWork => {
      const [guard, ...furtherGuards] = guards.map((key) => write(rename, { id: key, kek: `by ${id}` }));
      return { ...(guard && { guard }), furtherGuards, writes: [put(id)] };
    };
    const units = [
      guarded(next, 1),
      guarded(next + 1, ABSENT),
      guarded(next + 2, 2, ABSENT),
      guarded(next + 3, 3, 4, 5),
      guarded(next + 4, 6, 7, ABSENT),
    ];
    const done = await commitAll([...units, ...many(next + 10)]);
    expect(done.slice(0, 5)).toEqual([true, false, false, true, false]);
    expect(handedOver).not.toEqual([]);
    const rows = await engine.read(all, {});
    expect(rows.slice(0, 4).map(({ kek }) => kek)).toEqual([`by ${next}`, 'k', `by ${next + 3}`, `by ${next + 3}`]);
    expect(rows.filter(({ id }) => id >= next && id < next + 10).map(({ id }) => id)).toEqual([next, next + 3]);
  });

  it('follows earlier units', async () => {
    const { commitAll, engine, untilReady } = busyEngine();
    await untilReady();
    const names = Array.from({ length: 1_500 }, (_, at) => `${at}`);
    await commitAll(names.map((kek) => ({ writes: [write(rename, { id: 1, kek })] })));
    const [first] = await engine.read(all, {});
    expect(first?.kek).toBe('1499');
  });

  it('has its bytes whole where they share a buffer with others', async () => {
    const { commitAll, engine, untilReady } = busyEngine();
    const next = await untilReady();
    const shared = Buffer.from('before-inside-after');
    const bytes = shared.subarray(7, 13);
    const values = { id: next, kek: 'a\u0000ü😀', wrapped: bytes, now: Number.MAX_SAFE_INTEGER };
    await commitAll([{ writes: [write(insert, values)] }, ...many(next + 1)]);
    const row = (await engine.read(all, {})).find(({ id }) => id === next);
    expect([row?.kek, Buffer.from(row?.wrapped ?? []).toString()]).toEqual(['a\u0000ü😀', 'inside']);
  });

  it('may be durable or not where the thread dies, and the main thread writes later units', async () => {
    const { commitAll, untilReady, engine, ids, threads } = busyEngine();
    const next = await untilReady();
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    const done = Promise.allSettled(many(next).map((one) => engine.commit(one)));
    await vi.waitFor(() => expect(sent).toHaveBeenCalled(), WAIT);
    await (sent.mock.contexts[0] as Worker).terminate();
    sent.mockRestore();
    const results = await done;
    const stored = await ids();
    for (const [at, result] of results.entries()) {
      const isThere = stored.includes(next + at);
      expect(result.status === 'rejected' ? result.reason.inDoubt : isThere).toBe(true);
    }
    expect(threads[0]?.hasEnded).toBe(true);
    expect(await commitAll(many(next + MANY))).toEqual(Array(MANY).fill(true));
    expect(threads).toHaveLength(1);
  });
});

describe('beside the thread’s writes', () => {
  it('a row is claimed by one caller alone', async () => {
    const take = statement((db, p: Placeholder<{ kek: string; free: string; limit: number }>) =>
      db
        .updateTable('data_key')
        .set({ kek: p('kek') })
        .where(
          'id',
          'in',
          db.selectFrom('data_key').select('id').where('kek', '=', p('free')).orderBy('id').limit(p('limit')),
        )
        .returning(['id', 'kek']),
    );
    const { commitAll, engine, untilReady } = busyEngine();
    const next = await untilReady();
    const claims: Promise<{ id: number }[]>[] = [];
    const done = commitAll(Array.from({ length: 1_200 }, (_, at) => unit(next + at, 'free')));
    for (let at = 0; at < 40; at += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      claims.push(engine.claim(take, { kek: `by ${at}`, free: 'free', limit: 25 }));
    }
    await done;
    const taken = (await Promise.all(claims)).flat().map(({ id }) => id);
    expect(taken.length).toBeGreaterThan(0);
    expect(new Set(taken).size).toBe(taken.length);
  });

  it('the log is copied to the database and restarts', async () => {
    const { db, commitAll, untilReady, file, copyLog } = busyEngine();
    copyLog({ copiedFrom: 100, copiedHereMax: 50, max: 1_000_000 });
    let next = await untilReady();
    const look = db.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)');
    const size = statSync(file).size;
    await vi.waitFor(async () => {
      const before = look.get()?.log ?? 0;
      await commitAll(many(next));
      next += MANY;
      expect(look.get()?.log).toBeLessThan(before);
    }, WAIT);
    expect(statSync(file).size).toBeGreaterThan(size);
  });

  it('the close waits until all is written, and leaves one file', async () => {
    const { commitAll, engine, untilReady, file, handedOver } = busyEngine();
    const next = await untilReady();
    const done = commitAll(many(next, 1_200));
    await new Promise((resolve) => setImmediate(resolve));
    await engine.close();
    expect(await done).toEqual(Array(1_200).fill(true));
    expect(handedOver.length).toBeGreaterThan(1);
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })).toBeUndefined();
    const reader = new Database(file, { readonly: true });
    expect(reader.prepare('select count(*) as n from data_key').get()).toEqual({ n: next - 1 + 1_200 });
    reader.close();
    await expect(commitAll(many(90_000))).rejects.toThrow(StoreError);
  });
});
