/**
 * One pass over the rows of a merchant in two stores: rows that the second lacks or has otherwise are written there,
 * and rows that only it has are removed. The first pass copies everything; later ones copy what has changed; a pass
 * without a difference has verified each row. A pass can be cut off anywhere and begun again.
 */
import {
  MERCHANT_TABLES,
  type MerchantTable,
  type MovedRow,
  NO_ROWS,
  type RowChanges,
  type RowsToRead,
  rowKey,
  type TableName,
  tablesBelow,
} from '../../adapters/store/index.ts';
import { neutralRow, type SealsOfStore, sealedRow } from './neutral-rows.ts';

export interface StoreSide {
  readonly rows: RowsToRead;
  readonly seals: SealsOfStore;
}

export interface TableCount {
  rows: number;
  /** Rows that were written or removed. */
  differences: number;
}

export interface Pass {
  readonly tables: ReadonlyMap<TableName, Readonly<TableCount>>;
  readonly differences: number;
  /** The lowest key of a row. */
  readonly lowestKey: number;
  /** Sealed texts that the store of origin cannot open; they are copied as they are. */
  readonly unreadable: ReadonlySet<string>;
}

export interface CopyOptions {
  readonly from: StoreSide;
  readonly to: StoreSide;
  /** Commits the changes of some rows. @throws Error if the move has ended, or another process has it */
  readonly write: (changes: readonly RowChanges[]) => Promise<void>;
  /** Called about once a second, with the number of rows so far. */
  readonly onRows?: (rows: number) => void;
}

/** Maximum number of rows in one commit, so that it does not hold up the payments of other merchants (`pace.ts`). */
const COMMIT_ROWS_MAX = 10;

export async function copyPass(options: CopyOptions): Promise<Pass> {
  const copy = new CopyOfMerchant(options);
  for (const table of MERCHANT_TABLES) {
    await copy.copyRoot(table);
  }
  // In the reverse order, so that rows are found by those to which they refer.
  for (const table of MERCHANT_TABLES.toReversed()) {
    await copy.removeRoot(table);
  }
  return copy;
}

/** Removes the rows of a merchant from a store, as a copy of nothing. Can be cut off and begun again. */
export function removeRows(side: StoreSide, options: Pick<CopyOptions, 'onRows' | 'write'>): Promise<Pass> {
  return copyPass({ ...options, from: { ...side, rows: NO_ROWS }, to: side });
}

class CopyOfMerchant implements Pass {
  readonly #options: CopyOptions;
  readonly tables = new Map<TableName, TableCount>();
  readonly unreadable = new Set<string>();
  lowestKey = Number.MAX_SAFE_INTEGER;
  #rows = 0;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  get differences(): number {
    return [...this.tables.values()].reduce((sum, { differences }) => sum + differences, 0);
  }

  async copyRoot(table: MerchantTable): Promise<void> {
    const { from, to } = this.#options;
    if (table.path.kind === 'PARENT') {
      return;
    }
    if (table.path.kind === 'MERCHANT') {
      const [here, there] = await Promise.all([allOf(from.rows, table), allOf(to.rows, table)]);
      await this.#compare(table, here, there);
      return;
    }
    for await (const page of from.rows.pages(table)) {
      await Promise.all([from.seals.vault.refresh(), to.seals.vault.refresh()]);
      const there = await Promise.all(page.map((row) => to.rows.same(table, row)));
      await this.#compare(
        table,
        page,
        there.filter((row) => row !== undefined),
      );
    }
  }

  /** Removes rows that were removed at the store of origin after they were copied. */
  async removeRoot(table: MerchantTable): Promise<void> {
    const { from, to } = this.#options;
    if (table.path.kind !== 'PAGES' && table.path.kind !== 'JOIN') {
      return;
    }
    for await (const page of to.rows.pages(table)) {
      const here = await Promise.all(page.map((row) => from.rows.same(table, row)));
      const left = page.filter((_, at) => here[at] === undefined);
      if (left.length > 0) {
        await this.#compare(table, [], left);
      }
    }
  }

  async #compare(table: MerchantTable, here: readonly MovedRow[], there: readonly MovedRow[]): Promise<void> {
    const { from, to } = this.#options;
    const known = new Map(there.map((row) => [identityOf(table, row), row]));
    const put: MovedRow[] = [];
    for (const row of here) {
      const neutral = neutralRow(from.seals, table, row, (place) => this.unreadable.add(place));
      const before = known.get(identityOf(table, row));
      known.delete(identityOf(table, row));
      if (before === undefined || !isSame(neutral, neutralRow(to.seals, table, before))) {
        put.push(sealedRow(to.seals, table, neutral));
      }
      this.lowestKey = 'key' in row ? Math.min(this.lowestKey, Number(row.key)) : this.lowestKey;
    }
    const remove = [...known.values()];
    this.#count(table, here.length, put.length + remove.length);
    // Children first: without their parents they would not be found again.
    await this.#compareBelow(table, [...here, ...remove]);
    await this.#write(table, put, remove);
  }

  async #compareBelow(table: MerchantTable, parents: readonly MovedRow[]): Promise<void> {
    const { from, to } = this.#options;
    if (parents.length === 0) {
      return;
    }
    const keys = parents.map((row) => rowKey(table, row));
    const compared = tablesBelow(table).map(async (below) => {
      const [here, there] = await Promise.all([from.rows.below(below, keys), to.rows.below(below, keys)]);
      if (here.length + there.length > 0) {
        await this.#compare(below, here, there);
      }
    });
    await settled(compared);
  }

  async #write(table: MerchantTable, put: readonly MovedRow[], remove: readonly MovedRow[]): Promise<void> {
    const changes = [
      ...remove.map((row) => ({ table, put: [], remove: [row] })),
      ...put.map((row) => ({ table, put: [row], remove: [] })),
    ];
    for (let at = 0; at < changes.length; at += COMMIT_ROWS_MAX) {
      await this.#options.write(changes.slice(at, at + COMMIT_ROWS_MAX));
    }
  }

  #count({ table }: MerchantTable, rows: number, differences: number): void {
    const count = this.tables.get(table) ?? { rows: 0, differences: 0 };
    this.tables.set(table, { rows: count.rows + rows, differences: count.differences + differences });
    this.#rows += rows;
    this.#options.onRows?.(this.#rows);
  }
}

/** Like `Promise.all`, but after a failure it waits for the others, so that no write is under way any more. */
async function settled(promises: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    throw failed.reason;
  }
}

async function allOf(rows: RowsToRead, table: MerchantTable): Promise<readonly MovedRow[]> {
  const pages: MovedRow[] = [];
  for await (const page of rows.pages(table)) {
    pages.push(...page);
  }
  return pages;
}

function identityOf({ key }: MerchantTable, row: MovedRow): string {
  return JSON.stringify(key.map((column) => row[column]));
}

function isSame(one: MovedRow, other: MovedRow): boolean {
  return Object.keys(one).every((column) => isSameValue(one[column], other[column]));
}

function isSameValue(one: MovedRow[string] | undefined, other: MovedRow[string] | undefined): boolean {
  return one instanceof Uint8Array && other instanceof Uint8Array
    ? Buffer.compare(one, other) === 0
    : String(one) === String(other) && (one === null) === (other === null);
}
