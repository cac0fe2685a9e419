/**
 * A pass over the rows that have changed since the pass before it, by the list of the store of origin
 * (`engine/row-changes.ts`). Its time depends on the changes, and not on the rows of the merchant.
 */
import {
  addChanges,
  type ChangedRows,
  MERCHANT_TABLES,
  type MerchantTable,
  type MovedRow,
  rowKey,
} from '../../adapters/store/index.ts';
import { allOf, differencesOf, nameOf, type StoreSide, writeDifferences } from './compare-rows.ts';
import type { CopyOptions } from './copy.ts';
import type { KnownRows } from './known-rows.ts';

export interface ChangedPass {
  /** Rows that were written or removed. */
  readonly differences: number;
  /** These rows, for the next pass, which compares what the other store has of them. */
  readonly written: ChangedRows;
}

interface Side extends StoreSide {
  /** Parents that were removed here before the rows below them. */
  readonly removed?: Pick<KnownRows, 'wasRemoved'>;
}

/** Rows of one table in both stores. */
interface Compared {
  readonly here: readonly MovedRow[];
  readonly there: readonly MovedRow[];
}

/** Rows in one read. */
const READ_ROWS_MAX = 500;

/**
 * Compares a few hundred rows at a time.
 *
 * @param known must be complete
 * @param changed rows of any merchant
 */
export async function changedPass(
  options: CopyOptions & { readonly known: KnownRows },
  changed: ChangedRows,
): Promise<ChangedPass> {
  const { from, to, known, write } = options;
  await Promise.all([from.seals.vault.refresh(), to.seals.vault.refresh()]);
  const onUnreadable = (place: string) => known.unreadable.add(place);
  const written: ChangedRows = new Map();
  let differences = 0;
  // Children first: a row has its merchant from its parent. A row that has left the second path of its table for the
  // first is removed by the one, and then put by the other.
  for (const table of MERCHANT_TABLES.toReversed()) {
    for (const names of turnsOf(table, [...(changed.get(table.table) ?? [])])) {
      const plan = differencesOf(options, table, await comparedRows(options, table, names), onUnreadable);
      await writeDifferences(write, table, plan);
      known.noteRemoved(table, plan.remove);
      const touched = [...plan.put, ...plan.remove].map((row) => nameOf(table, row));
      addChanges(written, table.table, touched);
      differences += touched.length;
    }
  }
  return { differences, written };
}

/** @returns the names for each read; a table with few rows of the merchant is read once, as a whole */
function turnsOf({ path }: MerchantTable, names: readonly (number | string)[]) {
  return path.kind === 'MERCHANT' ? [[]] : pagesOf(names);
}

async function comparedRows(
  { from, to, known }: CopyOptions & { readonly known: KnownRows },
  table: MerchantTable,
  names: readonly (number | string)[],
): Promise<Compared> {
  if (table.path.kind === 'MERCHANT') {
    return { here: await allOf(from.rows, table), there: await allOf(to.rows, table) };
  }
  const sides: readonly Side[] = [from, { ...to, removed: known }];
  const [here, there] = await Promise.all(sides.map((side) => ownRows(side, table, names)));
  const rows = { here: here as MovedRow[], there: there as MovedRow[] };
  for (const row of rows.here) {
    known.noteKey(row);
  }
  if (table.path.kind !== 'PARENT') {
    const byName = Map.groupBy(rows.here, (row) => nameOf(table, row));
    for (const name of names.filter((one) => byName.has(one) || known.has(table, one))) {
      known.note(table, name, byName.get(name) ?? []);
    }
    return rows;
  }
  const { column } = table.path;
  const parents = [...new Set([...rows.here, ...rows.there].map((row) => Number(row[column])))];
  // Rows below a parent have one digest.
  const byParent = Map.groupBy(await rowsBelow(from, table, parents), (row) => Number(row[column]));
  for (const parent of parents) {
    known.note(table, parent, byParent.get(parent) ?? []);
  }
  return rows;
}

/** Reads the rows with these names, without those of other merchants. */
async function ownRows(side: Side, table: MerchantTable, names: readonly (number | string)[]): Promise<MovedRow[]> {
  const column = table.key[0] as string;
  const rows: MovedRow[] = [];
  for (const some of pagesOf(names)) {
    const page = await side.rows.same(
      table,
      some.map((name) => ({ [column]: name })),
    );
    rows.push(...(await ownOf(side, table, page)));
  }
  return rows;
}

async function ownOf(side: Side, table: MerchantTable, rows: readonly MovedRow[]): Promise<readonly MovedRow[]> {
  const { path } = table;
  if (table.columns.includes('merchant_key')) {
    return rows.filter((row) => Number(row.merchant_key) === side.seals.merchantKey);
  }
  if (rows.length === 0 || path.kind === 'MERCHANT' || path.kind === 'PAGES') {
    return [];
  }
  const isHere = (row: MovedRow) => path.kind !== 'PARENT' || path.without === undefined || row[path.without] === null;
  const candidates = rows.filter((row) => row[path.column] !== null && isHere(row));
  const keys = new Set(candidates.map((row) => Number(row[path.column])));
  const own = new Set<number>();
  for (const parent of MERCHANT_TABLES.filter((one) => [path.of].flat().includes(one.table))) {
    for (const key of keys) {
      if (side.removed?.wasRemoved(parent, key)) {
        own.add(key);
      }
    }
    for (const row of await ownRows(side, parent, [...keys])) {
      own.add(rowKey(parent, row));
    }
  }
  return candidates.filter((row) => own.has(Number(row[path.column])));
}

async function rowsBelow(side: StoreSide, table: MerchantTable, parents: readonly number[]): Promise<MovedRow[]> {
  const rows: MovedRow[] = [];
  for (const some of pagesOf(parents)) {
    rows.push(...(await side.rows.below(table, some)));
  }
  return rows;
}

function* pagesOf<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let at = 0; at < values.length; at += READ_ROWS_MAX) {
    yield values.slice(at, at + READ_ROWS_MAX);
  }
}
