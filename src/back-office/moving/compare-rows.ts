/** Compares rows of two stores, and writes what differs. */
import type { MerchantTable, MovedRow, RowChanges, RowsToRead } from '../../adapters/store/index.ts';
import { neutralRow, type SealsOfStore, sealedRow } from './neutral-rows.ts';

export interface StoreSide {
  readonly rows: RowsToRead;
  readonly seals: SealsOfStore;
}

/** The changes of the second store that make its rows the same. */
export interface Differences {
  readonly put: readonly MovedRow[];
  readonly remove: readonly MovedRow[];
}

/** Maximum number of rows in one commit, so that it does not hold up the payments of other merchants (`pace.ts`). */
const COMMIT_ROWS_MAX = 10;

/**
 * @param here rows of the store of origin
 * @param there the rows of the other store that they are compared with
 * @param onUnreadable called for each sealed text that does not open
 */
export function differencesOf(
  { from, to }: { readonly from: StoreSide; readonly to: StoreSide },
  table: MerchantTable,
  { here, there }: { readonly here: readonly MovedRow[]; readonly there: readonly MovedRow[] },
  onUnreadable: (place: string) => void,
): Differences {
  const left = new Map(there.map((row) => [identityOf(table, row), row]));
  const put: MovedRow[] = [];
  for (const row of here) {
    const neutral = neutralRow(from.seals, table, row, onUnreadable);
    const before = left.get(identityOf(table, row));
    left.delete(identityOf(table, row));
    if (before === undefined || !isSame(neutral, neutralRow(to.seals, table, before))) {
      put.push(sealedRow(to.seals, table, neutral));
    }
  }
  return { put, remove: [...left.values()] };
}

export async function writeDifferences(
  write: (changes: readonly RowChanges[]) => Promise<void>,
  table: MerchantTable,
  { put, remove }: Differences,
): Promise<void> {
  const changes = [
    ...remove.map((row) => ({ table, put: [], remove: [row] })),
    ...put.map((row) => ({ table, put: [row], remove: [] })),
  ];
  for (let at = 0; at < changes.length; at += COMMIT_ROWS_MAX) {
    await write(changes.slice(at, at + COMMIT_ROWS_MAX));
  }
}

export async function allOf(rows: RowsToRead, table: MerchantTable): Promise<readonly MovedRow[]> {
  const pages: MovedRow[] = [];
  for await (const page of rows.pages(table)) {
    pages.push(...page);
  }
  return pages;
}

/** The first column of the primary key, by which a row without a parent is known. */
export function nameOf({ key }: MerchantTable, row: MovedRow): number | string {
  const value = row[key[0] as string];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : String(value);
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
