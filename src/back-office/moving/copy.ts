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
import { allOf, differencesOf, nameOf, type StoreSide, writeDifferences } from './compare-rows.ts';
import { KnownRows } from './known-rows.ts';

export interface TableCount {
  rows: number;
  /** Rows that were written or removed. */
  differences: number;
}

export interface Pass {
  readonly tables: ReadonlyMap<TableName, Readonly<TableCount>>;
  readonly differences: number;
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
  /** Digests of rows that earlier passes have found to be the same. The other store must not have changed since. */
  readonly known?: KnownRows;
}

export async function copyPass(options: CopyOptions): Promise<Pass> {
  const copy = new CopyOfMerchant(options);
  for (const table of MERCHANT_TABLES) {
    await copy.copyRoot(table);
  }
  // In the reverse order, so that rows are found by those to which they refer.
  for (const table of MERCHANT_TABLES.toReversed()) {
    await copy.removeRoot(table);
  }
  copy.complete();
  return copy;
}

/**
 * Finds rows that were stored or changed after the last comparison. Tables with few rows of a merchant are left out.
 *
 * @returns the tables and keys of the rows, or of their parents
 */
export async function rowsChangedSince(known: KnownRows, rows: RowsToRead): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = async (table: MerchantTable, parents: readonly MovedRow[]): Promise<void> => {
    const keys = parents.map((row) => rowKey(table, row));
    for (const below of tablesBelow(table)) {
      const here = await rows.below(below, keys);
      for (const [parent, ofParent] of Map.groupBy(here, (row) => Number(row[below.path.column]))) {
        if (!known.isSame(below, parent, ofParent)) {
          found.push(`${below.table} of ${parent}`);
        }
      }
      if (here.length > 0) {
        await walk(below, here);
      }
    }
  };
  for (const table of MERCHANT_TABLES.filter(({ path }) => path.kind === 'PAGES' || path.kind === 'JOIN')) {
    for await (const page of rows.pages(table)) {
      const changed = page.filter((row) => !known.isSame(table, nameOf(table, row), [row]));
      found.push(...changed.map((row) => `${table.table} ${nameOf(table, row)}`));
      await walk(table, page);
    }
  }
  return found;
}

/** Removes the rows of a merchant from a store, as a copy of nothing. Can be cut off and begun again. */
export function removeRows(side: StoreSide, options: Pick<CopyOptions, 'onRows' | 'write'>): Promise<Pass> {
  return copyPass({ ...options, from: { ...side, rows: NO_ROWS }, to: side });
}

class CopyOfMerchant implements Pass {
  readonly #options: CopyOptions;
  readonly tables = new Map<TableName, TableCount>();
  readonly #known: KnownRows;
  /** The rows without a parent that this pass has read in the store of origin. */
  readonly #seen = new Map<MerchantTable, Set<number | string>>();
  #rows = 0;

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#known = options.known ?? new KnownRows();
  }

  get unreadable(): ReadonlySet<string> {
    return this.#known.unreadable;
  }

  get differences(): number {
    return [...this.tables.values()].reduce((sum, { differences }) => sum + differences, 0);
  }

  /** Call it after all rows were compared. */
  complete(): void {
    this.#known.isComplete = true;
  }

  async copyRoot(table: MerchantTable): Promise<void> {
    const { from, to } = this.#options;
    if (table.path.kind === 'PARENT') {
      return;
    }
    if (table.path.kind === 'MERCHANT') {
      const [here, there] = await Promise.all([allOf(from.rows, table), allOf(to.rows, table)]);
      await this.#compare(table, here, here, there);
      return;
    }
    const seen = new Set<number | string>();
    this.#seen.set(table, seen);
    for await (const page of from.rows.pages(table)) {
      await Promise.all([from.seals.vault.refresh(), to.seals.vault.refresh()]);
      const changed = page.filter((row) => !this.#known.isSame(table, nameOf(table, row), [row]));
      await this.#compare(table, page, changed, await to.rows.same(table, changed));
      for (const row of page) {
        seen.add(nameOf(table, row));
      }
      for (const row of changed) {
        this.#known.note(table, nameOf(table, row), [row]);
      }
    }
  }

  /** Removes rows that were removed at the store of origin after they were copied. */
  async removeRoot(table: MerchantTable): Promise<void> {
    const { from, to } = this.#options;
    if (table.path.kind !== 'PAGES' && table.path.kind !== 'JOIN') {
      return;
    }
    const column = table.key[0] as string;
    if (this.#known.isComplete) {
      const seen = this.#seen.get(table);
      const gone = this.#known.namesOf(table).filter((name) => !seen?.has(name));
      const left = await to.rows.same(
        table,
        gone.map((name) => ({ [column]: name })),
      );
      await this.#compare(table, [], [], left);
      for (const name of gone) {
        this.#known.note(table, name, []);
      }
      return;
    }
    for await (const page of to.rows.pages(table)) {
      const here = new Set((await from.rows.same(table, page)).map((row) => nameOf(table, row)));
      const left = page.filter((row) => !here.has(nameOf(table, row)));
      await this.#compare(table, [], [], left);
    }
  }

  /**
   * @param here all rows of the span in the store of origin
   * @param changed those of them that may differ
   * @param there the rows in the other store that `changed` is compared with
   */
  async #compare(
    table: MerchantTable,
    here: readonly MovedRow[],
    changed: readonly MovedRow[],
    there: readonly MovedRow[],
  ): Promise<void> {
    const onUnreadable = (place: string) => this.#known.unreadable.add(place);
    const { put, remove } = differencesOf(this.#options, table, { here: changed, there }, onUnreadable);
    for (const row of here) {
      this.#known.noteKey(row);
    }
    this.#count(table, here.length, put.length + remove.length);
    // Children first: without their parents they would not be found again.
    await this.#compareBelow(table, [...here, ...remove]);
    await writeDifferences(this.#options.write, table, { put, remove });
  }

  async #compareBelow(table: MerchantTable, parents: readonly MovedRow[]): Promise<void> {
    const { from, to } = this.#options;
    if (parents.length === 0) {
      return;
    }
    const keys = parents.map((row) => rowKey(table, row));
    const compared = tablesBelow(table).map(async (below) => {
      const here = await from.rows.below(below, keys);
      const byParent = Map.groupBy(here, (row) => Number(row[below.path.column]));
      const changed = keys.filter((key) => !this.#known.isSame(below, key, byParent.get(key) ?? []));
      const there = changed.length === 0 ? [] : await to.rows.below(below, changed);
      if (here.length + there.length > 0) {
        await this.#compare(
          below,
          here,
          changed.flatMap((key) => byParent.get(key) ?? []),
          there,
        );
      }
      for (const key of changed) {
        this.#known.note(below, key, byParent.get(key) ?? []);
      }
    });
    await settled(compared);
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
