/** The guarantees of both engines: atomic units, guards, and rows that only one caller may claim. */
import { describe, expect, it } from 'vitest';
import { type Engine, StoreError, type UnitOfWork, write } from '../../../../src/adapters/store/engine/engine.ts';
import { openPostgres } from '../../../../src/adapters/store/engine/postgres/open.ts';
import { openEmbedded } from '../../../../src/adapters/store/engine/sqlite/open.ts';
import { type Placeholder, statement } from '../../../../src/adapters/store/engine/statement.ts';
import { all, insert, put, rename, unit } from '../data-keys/data-keys.ts';
import { newUrl, onEnd } from '../rig.ts';

const takeNewest = statement((db, p: Placeholder<{ kek: string; free: string; limit: number }>, { skipLocked }) =>
  db
    .updateTable('data_key')
    .set({ kek: p('kek') })
    .where(
      'id',
      'in',
      skipLocked(
        db.selectFrom('data_key').select('id').where('kek', '=', p('free')).orderBy('id', 'desc').limit(p('limit')),
      ),
    )
    .returning(['id', 'kek']),
);

async function opened(url: string): Promise<Engine> {
  const { engine, close } = await (url.startsWith('sqlite:') ? openEmbedded(url, { owner: false }) : openPostgres(url));
  let isOpen = true;
  const closing = async () => {
    if (isOpen) {
      await close();
    }
    isOpen = false;
  };
  onEnd(closing);
  return {
    read: engine.read.bind(engine),
    claim: engine.claim.bind(engine),
    commit: engine.commit.bind(engine),
    close: closing,
  };
}

/** Two engines on one database, as in two processes. */
async function pair() {
  const url = await newUrl();
  const [engine, beside] = [await opened(url), await opened(url)];
  const rows = async () => (await beside.read(all, {})).map(({ id, kek }) => `${id} ${kek}`);
  return { engine, beside, rows };
}

describe('a unit of work', () => {
  it('is seen by others as soon as its commit resolves', async () => {
    const { engine, rows } = await pair();
    expect(await engine.commit(unit(1))).toBe(true);
    expect(await rows()).toEqual(['1 k']);
  });

  it('returns numbers, text and bytes unchanged', async () => {
    const { engine } = await pair();
    const text = 'a\u0000b\u0001c\u0001\u0002 “ü” 😀';
    const values = { id: Number.MAX_SAFE_INTEGER, kek: text, wrapped: Buffer.from([0, 1, 255]), now: 1 };
    await engine.commit({ writes: [write(insert, values)] });
    const [row] = await engine.read(all, {});
    expect([row?.id, row?.kek, [...(row?.wrapped ?? [])]]).toEqual([Number.MAX_SAFE_INTEGER, text, [0, 1, 255]]);
  });

  it('is rolled back when one of its writes fails, and its neighbours are not', async () => {
    const { engine, rows } = await pair();
    const results = await Promise.allSettled([
      engine.commit(unit(1)),
      engine.commit({ writes: [put(2), put(3, null)] }),
      engine.commit(unit(4)),
      engine.commit(unit(4)),
      engine.commit(unit(5)),
    ]);
    const failed = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(failed.map(({ reason }) => [reason instanceof StoreError, reason.inDoubt])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await rows()).toEqual(['1 k', '4 k', '5 k']);
  });

  it('is refused before it starts where a value is missing', async () => {
    const { engine, rows } = await pair();
    // @ts-expect-error: the compiler sees it as well.
    const bad = { writes: [write(insert, { id: 1, kek: 'k', now: 1 })] };
    await expect(engine.commit(bad)).rejects.toThrow();
    expect(await engine.commit(unit(2))).toBe(true);
    expect(await rows()).toEqual(['2 k']);
  });

  it('has no effect where its guard matched no row', async () => {
    const { engine, rows } = await pair();
    await engine.commit(unit(2));
    const guarded = (id: number, guard: number): UnitOfWork => ({
      guard: write(rename, { id: guard, kek: 'guarded' }),
      writes: [put(id)],
    });
    const done = await Promise.all([guarded(1, 99), guarded(3, 2), guarded(4, 98)].map((one) => engine.commit(one)));
    expect(done).toEqual([false, true, false]);
    expect(await rows()).toEqual(['2 guarded', '3 k']);
  });

  it('undoes its guards when a further one matches no row, without an effect on its neighbours', async () => {
    const { engine, rows } = await pair();
    await engine.commit(unit(1, 'before'));
    const both = (id: number, ...further: number[]): UnitOfWork => ({
      guard: write(rename, { id: 1, kek: `by ${id}` }),
      furtherGuards: further.map((one) => write(rename, { id: one, kek: 'further' })),
      writes: [put(id)],
    });
    const done = await Promise.all([engine.commit(unit(5)), engine.commit(both(6, 99)), engine.commit(unit(7))]);
    expect(done).toEqual([true, false, true]);
    expect(await rows()).toEqual(['1 before', '5 k', '7 k']);
    expect(await engine.commit(both(8, 5))).toBe(true);
    expect(await rows()).toEqual(['1 by 8', '5 further', '7 k', '8 k']);
    expect(await engine.commit(both(9, 7, 99))).toBe(false);
    expect(await rows()).toEqual(['1 by 8', '5 further', '7 k', '8 k']);
    expect(await engine.commit(both(10, 5, 7))).toBe(true);
    expect(await rows()).toEqual(['1 by 10', '5 further', '7 further', '8 k', '10 k']);
  });

  it('undoes its guard too when a later write fails', async () => {
    const { engine, rows } = await pair();
    await engine.commit(unit(1, 'before'));
    const bad = { guard: write(rename, { id: 1, kek: 'after' }), writes: [put(1)] };
    await expect(engine.commit(bad)).rejects.toThrow(StoreError);
    expect(await rows()).toEqual(['1 before']);
  });

  it('is committed among thousands at once', async () => {
    const { engine, rows } = await pair();
    const done = await Promise.all(Array.from({ length: 2_000 }, (_, id) => engine.commit(unit(id))));
    expect(done.every(Boolean)).toBe(true);
    expect(await rows()).toHaveLength(2_000);
  });

  it('that waits is written before the engine closes, and a later one is refused', async () => {
    const { engine, rows } = await pair();
    const waiting = engine.commit(unit(1));
    await engine.close();
    expect(await waiting).toBe(true);
    await expect(engine.commit(unit(2))).rejects.toThrow(StoreError);
    await expect(engine.read(all, {})).rejects.toThrow(StoreError);
    expect(await rows()).toEqual(['1 k']);
  });
});

describe('a guard', () => {
  it('lets one of many concurrent units pass, over all processes', async () => {
    const { engine, beside, rows } = await pair();
    await engine.commit(unit(0, 'free'));
    const lock = statement((db, p: Placeholder<{ id: number; by: string; free: string }>) =>
      db
        .updateTable('data_key')
        .set({ kek: p('by') })
        .where('id', '=', p('id'))
        .where('kek', '=', p('free')),
    );
    for (let round = 1; round <= 20; round += 1) {
      const tries = Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? engine : beside).commit({
          guard: write(lock, { id: 0, by: `taken ${round}`, free: round === 1 ? 'free' : `taken ${round - 1}` }),
          writes: [put(round * 100 + at)],
        }),
      );
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true]);
    }
    expect(await rows()).toHaveLength(21);
  });
});

describe('a claim', () => {
  it('returns its rows, and each row to one caller alone', async () => {
    const { engine, beside, rows } = await pair();
    await Promise.all(Array.from({ length: 60 }, (_, id) => engine.commit(unit(id, 'free'))));
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 === 0 ? engine : beside).claim(takeNewest, { kek: `by ${at}`, free: 'free', limit: 5 }),
      ),
    );
    const ids = taken.flat().map(({ id }) => Number(id));
    expect(new Set(ids).size).toBe(ids.length);
    const [others = 0] = [(await rows()).filter((row) => row.endsWith('free')).length];
    expect(ids.length + others).toBe(60);
    expect(ids.length).toBeGreaterThan(0);
  });
});
