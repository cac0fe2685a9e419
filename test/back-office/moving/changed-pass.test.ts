/** While its merchant moves, a store lists the rows that change, and a pass copies those alone. */
import { expect, it } from 'vitest';
import {
  type ChangedRows,
  MERCHANT_TABLES,
  type MerchantTable,
  type MovedRow,
  UNCOPIED,
} from '../../../src/adapters/store/index.ts';
import { changedPass } from '../../../src/back-office/moving/changed-pass.ts';
import { KnownRows } from '../../../src/back-office/moving/known-rows.ts';
import { type OpenedStore, openedStore, pass, storeEveryKind } from './two-stores.ts';

const LISTED = MERCHANT_TABLES.filter(({ path }) => path.kind !== 'MERCHANT');
const RUNNER = 'command 1';

async function ground() {
  const [from, to] = [await openedStore('RUN'), await openedStore('SQLITE', 1)];
  const merchantKey = await storeEveryKind(from, 'MOVING');
  const known = new KnownRows();
  await pass(from, to, merchantKey, known);
  const own = { merchantKey, runner: RUNNER };
  const move = { ...own, merchantId: 'MOVING', step: 'OPEN', otherStore: 1, changedAt: 1 } as const;
  await from.store.moves.begin(move);
  const compare = (rows: ChangedRows, side = from.side(merchantKey)) =>
    changedPass(
      {
        from: side,
        to: to.side(merchantKey),
        write: async (changes) => void (await to.store.moves.rowsOf(merchantKey).change(undefined, changes)),
        known,
      },
      rows,
    );
  const changed = async () => {
    const { rows, isMore } = await from.store.moves.takeChanges(own);
    expect(isMore).toBe(false);
    return compare(rows);
  };
  return { from, to, merchantKey, own, move, known, compare, changed };
}

/** All rows of the merchants in a table, by their names. @param without the names of some of them */
async function rowsOf(
  { store, place }: OpenedStore,
  table: MerchantTable,
  without: ReadonlySet<string> = new Set(),
): Promise<MovedRow[]> {
  const column = table.key[0] as string;
  const names = (await place.rows(`select ${column} from ${table.table}`)) as MovedRow[];
  const rows = await store.moves.rowsOf(0).same(table, names);
  return [...new Map(rows.map((row) => [rowName(table, row), row])).values()].filter(
    (row) => !without.has(rowName(table, row)),
  );
}

const rowName = ({ table, key }: MerchantTable, row: MovedRow) => `${table} ${key.map((one) => row[one]).join()}`;

async function namesIn(at: OpenedStore): Promise<ReadonlySet<string>> {
  const names = LISTED.map(async (table) => (await rowsOf(at, table)).map((row) => rowName(table, row)));
  return new Set((await Promise.all(names)).flat());
}

/** A column that neither names the row nor says whose it is. */
function changeable({ columns, key, sealed, path }: MerchantTable, row: MovedRow): string | undefined {
  const fixed = [
    ...key,
    ...UNCOPIED,
    ...Object.keys(sealed),
    path.column,
    'merchant_key',
    'key',
    'order_key',
    'payout_key',
  ];
  return columns.find((column) => !fixed.includes(column) && !(row[column] instanceof Uint8Array));
}

async function changeEachRow(at: OpenedStore, without?: ReadonlySet<string>): Promise<number> {
  let count = 0;
  for (const table of LISTED) {
    for (const row of await rowsOf(at, table, without)) {
      const column = changeable(table, row);
      if (column !== undefined) {
        const value = typeof row[column] === 'string' ? `${row[column]}, changed` : Number(row[column] ?? 0) + 1;
        await at.store.moves.rowsOf(0).change(undefined, [{ table, put: [{ ...row, [column]: value }], remove: [] }]);
        count += 1;
      }
    }
  }
  return count;
}

it('changed, new and removed rows of each table are listed and copied, and no others', {
  timeout: 120_000,
}, async () => {
  const { from, to, merchantKey, known, changed } = await ground();
  expect((await changed()).differences).toBe(0);

  expect(await changeEachRow(from)).toBeGreaterThan(LISTED.length);
  const { differences, written } = await changed();
  expect(differences).toBeGreaterThan(LISTED.length);
  expect(written.size).toBeGreaterThan(LISTED.length - 6);
  expect((await changed()).differences).toBe(0);
  expect((await pass(from, to, merchantKey)).differences).toBe(0);
  expect((await pass(from, to, merchantKey, known)).differences).toBe(0);

  // Children first, as retention removes them.
  for (const table of LISTED.toReversed()) {
    const [row] = await rowsOf(from, table);
    if (row !== undefined && table.table !== 'payment_order') {
      await from.store.moves.rowsOf(merchantKey).change(undefined, [{ table, put: [], remove: [row] }]);
    }
  }
  expect((await changed()).differences).toBeGreaterThan(LISTED.length - 6);
  expect((await pass(from, to, merchantKey)).differences).toBe(0);
});

it('changes of another merchant are not copied, and rows that it has in the other store stay', {
  timeout: 120_000,
}, async () => {
  const { from, to, changed } = await ground();
  const moving = await namesIn(from);
  const other = await storeEveryKind(from, 'OTHER');
  await changeEachRow(from, moving);
  expect((await changed()).differences).toBe(0);
  // It has left the store before, and its rows are removed here.
  await pass(from, to, other);
  const there = await namesIn(to);
  for (const table of LISTED.toReversed()) {
    for (const row of await rowsOf(from, table, moving)) {
      await from.store.moves.rowsOf(other).change(undefined, [{ table, put: [], remove: [row] }]);
    }
  }
  await changed();
  expect(there.size).toBeGreaterThan(2 * LISTED.length);
  expect(await namesIn(to)).toEqual(there);
});

it('however many rows change, a few hundred commits leave the list at a time, and a few hundred rows are read', {
  timeout: 120_000,
}, async () => {
  const { from, merchantKey, own, compare } = await ground();
  const keys = Array.from({ length: 1_200 }, (_, at) => at + 1);
  await from.place.run(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into row_change (id, merchant_key, changes)
      select cast(i as text), ?, '[["payment_transaction",[' || i || ']]]' from n`,
    keys.length,
    merchantKey,
  );
  expect(await from.store.moves.listedCommits(own)).toBe(keys.length);
  const taken: number[] = [];
  for (let isMore = true; isMore; ) {
    const page = await from.store.moves.takeChanges(own);
    taken.push(page.commits);
    isMore = page.isMore;
  }
  expect(taken).toEqual([500, 500, 200]);
  expect(await from.store.moves.listedCommits(own)).toBe(0);

  const side = from.side(merchantKey);
  const reads: number[] = [];
  const same: typeof side.rows.same = (table, rows) => {
    reads.push(rows.length);
    return side.rows.same(table, rows);
  };
  const rows = { ...side.rows, same, below: side.rows.below.bind(side.rows), pages: side.rows.pages.bind(side.rows) };
  await compare(new Map([['payment_transaction', new Set(keys)]]), { ...side, rows });
  expect(reads.filter((count) => count > 2)).toEqual([500, 500, 200]);
});

it('rows of a parent that was removed before them are removed', { timeout: 120_000 }, async () => {
  const { from, to, merchantKey, compare } = await ground();
  const parents = ['session', 'payment_order', 'payment_transaction', 'saved_customer', 'notification'];
  const removed: [MerchantTable, MovedRow][] = [];
  // Children first, as retention removes them; the list may have them in any order.
  for (const table of LISTED.toReversed()) {
    for (const row of await rowsOf(from, table)) {
      await from.store.moves.rowsOf(merchantKey).change(undefined, [{ table, put: [], remove: [row] }]);
      removed.unshift([table, row]);
    }
  }
  const byParents = removed.toSorted(
    ([one], [other]) => Number(parents.includes(other.table)) - Number(parents.includes(one.table)),
  );
  for (const [table, row] of byParents) {
    await compare(new Map([[table.table, new Set([row[table.key[0]!] as string])]]));
  }
  expect([...(await namesIn(to))]).toEqual([]);
});

it('nothing is listed before a move, nor after it, nor for a command that was cut off', {
  timeout: 120_000,
}, async () => {
  const { from, own, move } = await ground();
  const { moves } = from.store;
  const listed = async () => (await from.place.rows('select id from row_change')).length;
  expect(await listed()).toBe(0);
  await changeEachRow(from);
  expect([(await listed()) > 0, await moves.listsChanges(own)]).toEqual([true, true]);

  const stored = (await moves.find('MOVING'))!;
  expect(await moves.stopListing({ ...stored, beats: stored.beats - 1 })).toBe(false);
  expect(await moves.stopListing(stored)).toBe(true);
  await changeEachRow(from);
  expect([await listed(), await moves.listsChanges(own)]).toEqual([0, false]);

  expect(await moves.takeOver(stored, 'command 2')).toBe(true);
  const second = { ...own, runner: 'command 2' };
  expect([await moves.listsChanges(own), await moves.listsChanges(second)]).toEqual([false, true]);
  await changeEachRow(from);
  expect(await listed()).toBeGreaterThan(0);
  for (const [before, step] of [
    ['OPEN', 'CLOSING'],
    ['CLOSING', 'CLOSED'],
    ['CLOSED', 'GONE'],
  ] as const) {
    expect(await moves.advance(second, before, step, move.changedAt)).toBe(true);
    expect(await moves.listsChanges(second)).toBe(step !== 'GONE');
  }
  await changeEachRow(from);
  expect(await listed()).toBe(0);
});
