/**
 * While a store lists changes, a commit or claim stores the keys of the rows that it has changed, and keeps its result.
 */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Engine, write } from '../../../../src/adapters/store/engine/engine.ts';
import { openPostgres } from '../../../../src/adapters/store/engine/postgres/open.ts';
import { listedWrite } from '../../../../src/adapters/store/engine/row-changes.ts';
import { openEmbedded } from '../../../../src/adapters/store/engine/sqlite/open.ts';
import { definedStatements, type Placeholder, statement } from '../../../../src/adapters/store/engine/statement.ts';
import { MERCHANT_TABLES } from '../../../../src/adapters/store/index.ts';
import { type DatabasePlace, newDatabase, onPostgres } from '../../../support/database-place.ts';
import { onEnd } from '../rig.ts';

const DIALECT = onPostgres() ? 'postgres' : 'sqlite';
const LISTED = MERCHANT_TABLES.filter(({ path }) => path.kind !== 'MERCHANT').map(({ table }) => table);

async function opened(place: DatabasePlace): Promise<Engine> {
  const { engine, close } = await (place.url.startsWith('sqlite:')
    ? openEmbedded(place.url, { owner: false })
    : openPostgres(place.url));
  onEnd(close);
  return engine;
}

async function ground() {
  const place = await newDatabase();
  onEnd(() => place.remove());
  const engine = await opened(place);
  const list = (is: number) =>
    place.run(
      `insert into merchant_move (merchant_key, merchant_id, step, is_closed, other_store, runner, beats, changed_at, lists_changes)
       values (7, 'MOVING', 'OPEN', 0, 1, 'command', 1, 1, ?)`,
      is,
    );
  const changes = async () =>
    (await place.rows('select merchant_key, changes from row_change')).map((row) => [
      Number(row.merchant_key),
      JSON.parse(String(row.changes)),
    ]);
  return { place, engine, list, changes };
}

const insertToken = statement((db, p: Placeholder<{ key: number; hash: Uint8Array; now: number; token: string }>) =>
  db.insertInto('token').values({
    key: p('key'),
    merchant_key: p('key'),
    token: p('token'),
    fields: p('token'),
    sealed_card: p('hash'),
    card_hash: p('hash'),
    verification: p('token'),
    created_at: p('now'),
    updated_at: p('now'),
  } as never),
);
const touch = statement((db, p: Placeholder<{ key: number; now: number }>) =>
  db
    .updateTable('token')
    .set({ updated_at: p('now') })
    .where('key', '=', p('key')),
);
const take = statement((db, p: Placeholder<{ now: number }>) =>
  db
    .updateTable('token')
    .set({ updated_at: p('now') })
    .where('updated_at', '<', p('now'))
    .returning(['token']),
);
const remove = statement((db, p: Placeholder<{ key: number }>) => db.deleteFrom('token').where('key', '=', p('key')));

const token = (key: number) => write(insertToken, { key, hash: randomBytes(4), now: 1, token: `token-${key}` });

it('each statement that writes rows of merchants has a listed form, which the engine prepares', async () => {
  await import('../../../../src/adapters/store/store.ts');
  const place = await newDatabase();
  onEnd(() => place.remove());
  const forms = definedStatements().flatMap((one) => {
    const { sql, listed, name } = one.compile(DIALECT);
    const grouped = DIALECT === 'postgres' && one.grouped ? [one.grouped.listed, one.grouped.guardListed] : [];
    const table = /^\s*(?:with .*?\) )?(?:insert into|update|delete from)\s+"?(\w+)/is.exec(sql)?.[1];
    return table !== undefined && LISTED.includes(table as never)
      ? [listed, ...grouped].map((form) => ({ name, sql, table, form }))
      : [];
  });
  expect(forms.length).toBeGreaterThan(150);
  expect(forms.filter(({ form, table }) => form?.table !== table)).toEqual([]);
  const texts = forms.map(({ form }) => form?.sql ?? '');
  if (DIALECT === 'sqlite') {
    for (const text of texts) {
      await place.rows(`explain ${text.replaceAll('?', '1')}`);
    }
  } else {
    await place.run(texts.map((text, at) => `prepare p${at} as ${text}`).join(';\n'));
  }
});

it('reads and writes of other tables have none', () => {
  for (const sql of [
    'select key from token',
    'insert into "order_index" (a) values (1)',
    'update merchant set id = 1',
  ]) {
    expect(listedWrite(sql)).toBeUndefined();
  }
});

it('a commit lists the rows that it inserts, updates and deletes, once for each merchant that moves', async () => {
  const { engine, list, changes } = await ground();
  expect(await engine.commit({ writes: [token(1), token(2)] })).toBe(true);
  expect(await changes()).toEqual([]);
  await list(1);
  expect(
    await engine.commit({ guard: write(touch, { key: 1, now: 2 }), writes: [token(3), write(remove, { key: 2 })] }),
  ).toBe(true);
  expect(await changes()).toEqual([[7, [['token', [1, 3, 2]]]]]);
});

it('a guard that touches no row has no effect, and is not listed', async () => {
  const { engine, list, changes } = await ground();
  await list(1);
  expect(await engine.commit({ guard: write(touch, { key: 1, now: 2 }), writes: [token(3)] })).toBe(false);
  expect(await changes()).toEqual([]);
});

it('a claim lists the rows that it returns', async () => {
  const { engine, list, changes } = await ground();
  await engine.commit({ writes: [token(1), token(2)] });
  expect((await engine.claim(take, { now: 2 })).map((row) => row.token).sort()).toEqual(['token-1', 'token-2']);
  expect(await changes()).toEqual([]);
  await list(1);
  expect(await engine.claim(take, { now: 2 })).toEqual([]);
  expect(await changes()).toEqual([]);
  expect((await engine.claim(take, { now: 3 })).map((row) => row.token).sort()).toEqual(['token-1', 'token-2']);
  const [[merchant, [[table, keys]]]] = (await changes()) as [[number, [[string, number[]]]]];
  expect([merchant, table, keys.sort()]).toEqual([7, 'token', [1, 2]]);
});
