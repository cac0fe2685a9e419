/**
 * Digests of the rows that a pass has found to be the same in both stores. Only the command of a move writes the rows
 * in the other store until the merchant is served there, so rows with the same digest need no comparison, and a later
 * pass reads the store of origin alone.
 */
import { hash } from 'node:crypto';
import {
  MERCHANT_TABLES,
  type MerchantTable,
  type MovedRow,
  rowKey,
  type TableName,
  UNCOPIED,
} from '../../adapters/store/index.ts';

/** The tables that give rows of other tables their merchant. */
const PARENTS: ReadonlySet<TableName> = new Set(
  MERCHANT_TABLES.flatMap(({ path }) => (path.kind === 'PARENT' || path.kind === 'JOIN' ? path.of : [])),
);
/** The digest of no rows, which is not kept. */
const NONE = '';

export class KnownRows {
  readonly #digests = new Map<MerchantTable, Map<number | string, string>>();
  readonly #removed = new Map<MerchantTable, Set<number>>();
  /** Whether a pass has compared all rows. Until then none counts as the same. */
  isComplete = false;
  /** The number of rows that were compared. */
  rows = 0;
  /** The lowest key of a row that was compared. */
  lowestKey = Number.MAX_SAFE_INTEGER;
  /** Sealed texts that the store of origin cannot open; they are copied as they are. */
  readonly unreadable = new Set<string>();

  /**
   * @param name that of a row, or of the parent of rows
   * @param rows in any order
   */
  isSame(table: MerchantTable, name: number | string, rows: readonly MovedRow[]): boolean {
    return this.isComplete && (this.#digests.get(table)?.get(name) ?? NONE) === digestOf(table, rows);
  }

  /** Call it once the rows are the same in both stores. */
  note(table: MerchantTable, name: number | string, rows: readonly MovedRow[]): void {
    const ofTable = this.#digests.get(table) ?? new Map<number | string, string>();
    this.#digests.set(table, ofTable);
    this.rows += rows.length - countIn(ofTable.get(name));
    if (rows.length === 0) {
      ofTable.delete(name);
    } else {
      ofTable.set(name, digestOf(table, rows));
    }
  }

  noteKey({ key }: MovedRow): void {
    this.lowestKey = key === undefined ? this.lowestKey : Math.min(this.lowestKey, Number(key));
  }

  /** Call it for rows that a pass has removed in the other store. */
  noteRemoved(table: MerchantTable, rows: readonly MovedRow[]): void {
    if (rows.length > 0 && PARENTS.has(table.table)) {
      const ofTable = this.#removed.get(table) ?? new Set<number>();
      this.#removed.set(table, ofTable);
      for (const row of rows) {
        ofTable.add(rowKey(table, row));
      }
    }
  }

  wasRemoved(table: MerchantTable, key: number): boolean {
    return this.#removed.get(table)?.has(key) ?? false;
  }

  has(table: MerchantTable, name: number | string): boolean {
    return this.#digests.get(table)?.has(name) ?? false;
  }

  /** Forgets all rows, so that the next pass compares each with the other store. */
  reset(): void {
    this.#digests.clear();
    this.isComplete = false;
    this.rows = 0;
  }

  /** The names of a table's rows. */
  namesOf(table: MerchantTable): readonly (number | string)[] {
    return [...(this.#digests.get(table)?.keys() ?? [])];
  }
}

function digestOf({ columns }: MerchantTable, rows: readonly MovedRow[]): string {
  if (rows.length === 0) {
    return NONE;
  }
  const copied = columns.filter((column) => !UNCOPIED.includes(column));
  const texts = rows.map((row) => JSON.stringify(copied.map((column) => textOf(row[column]))));
  return `${rows.length} ${hash('sha256', texts.sort().join('\n'), 'base64')}`;
}

function countIn(digest = NONE): number {
  return digest === NONE ? 0 : Number.parseInt(digest, 10);
}

/** @returns null for null, so that it differs from each text; a server may return whole numbers as texts */
function textOf(value: MovedRow[string] | undefined): string | null {
  if (value === null || value === undefined) {
    return null;
  }
  return value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('base64')}` : String(value);
}
