/**
 * The list of rows that change while their merchant moves to another store. Each commit reads in its own transaction
 * whether the store lists changes. If so, its writes also return the keys of the rows that they touch, and the commit
 * stores them. So the last pass of a move reads the rows that have changed, and not all.
 *
 * The list needs no triggers, and statements need not know of it: a write names its table at its beginning.
 */
import { MERCHANT_TABLES, type TableName } from '../schema/merchant-tables.ts';

/** The rows of a table that a commit has changed: the values of the first column of its primary key. */
export type RowChange = readonly [table: TableName, keys: readonly (number | string)[]];

/** The form of a write that also returns the key of each row that it touches, as `changed_key`. */
export interface ListedWrite {
  readonly table: TableName;
  readonly sql: string;
}

/** The merchants for whose moves the store lists changes. */
export const LISTED_MERCHANTS = 'select merchant_key from merchant_move where lists_changes = 1';

/** The first columns of primary keys. Tables with few rows of a merchant are read as a whole, and have no entry. */
const KEYS: ReadonlyMap<string, string> = new Map(
  MERCHANT_TABLES.filter(({ path }) => path.kind !== 'MERCHANT').map(({ table, key }) => [table, key[0] as string]),
);

const WRITE = /^\s*(?:insert into|update|delete from)\s+"?(\w+)"?(?:\s+as\s+"?(\w+)"?)?/i;
const RETURNING = /\sreturning\s/i;

/** @returns undefined if the statement writes no rows that move */
export function listedWrite(sql: string): ListedWrite | undefined {
  const [, table = '', alias = table] = WRITE.exec(sql) ?? [];
  const column = KEYS.get(table);
  if (column === undefined) {
    return undefined;
  }
  const key = `${alias}.${column} as changed_key`;
  return { table: table as TableName, sql: RETURNING.test(sql) ? `${sql}, ${key}` : `${sql} returning ${key}` };
}

/** Collects the changes of one commit. */
export class ChangesOfCommit {
  readonly #keys = new Map<TableName, Set<number | string>>();

  /** @param rows that a listed write has returned */
  note({ table }: ListedWrite, rows: readonly unknown[]): void {
    const keys = this.#keys.get(table) ?? new Set();
    for (const row of rows) {
      keys.add((row as { readonly changed_key: number | string }).changed_key);
    }
    this.#keys.set(table, keys);
  }

  /** @returns JSON of a list of `RowChange`; undefined if no row has changed */
  text(): string | undefined {
    const changes = [...this.#keys].filter(([, keys]) => keys.size > 0).map(([table, keys]) => [table, [...keys]]);
    return changes.length === 0 ? undefined : JSON.stringify(changes);
  }
}
