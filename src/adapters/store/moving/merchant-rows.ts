/** Reads and writes the rows of one merchant, in any table that has some. Works on either engine. */
import { type Engine, type UnitOfWork, write } from '../engine/engine.ts';
import { keyList, type SqlValue } from '../engine/statement.ts';
import { MERCHANT_TABLES, type MerchantTable } from '../schema/merchant-tables.ts';
import { type MovedRow, type Span, STATEMENTS, type TableStatements } from './statements.ts';

/**
 * The number of rows in a page. The rows below them are read with them: a page of orders has a few thousand rows, of
 * some kilobytes each.
 */
const PAGE_ROWS = 100;
const NO_SPAN: Omit<Span, 'merchantKey'> = { after: 0, limit: PAGE_ROWS, keys: '' };

/** The changes of one commit. */
export interface RowChanges {
  readonly table: MerchantTable;
  readonly put: readonly MovedRow[];
  readonly remove: readonly MovedRow[];
}

/** The part that reads. */
export interface RowsToRead {
  /** Reads the merchant's rows of a table that has no parent, a page at a time. */
  pages(table: MerchantTable): AsyncIterable<readonly MovedRow[]>;
  /** Reads the rows below rows of a parent. @param keys of the parents */
  below(table: MerchantTable, keys: readonly number[]): Promise<readonly MovedRow[]>;
  /** Reads the rows with the same primary keys. @param rows of a table whose key is one column */
  same(table: MerchantTable, rows: readonly MovedRow[]): Promise<readonly MovedRow[]>;
}

/** No rows: a merchant is removed from a store by a copy of nothing. */
export const NO_ROWS: RowsToRead = {
  async *pages() {},
  below: async () => [],
  same: async () => [],
};

export class MerchantRows implements RowsToRead {
  readonly #engine: Engine;
  readonly merchantKey: number;

  /** @param engine shows the archived texts of transactions in their rows */
  constructor(engine: Engine, merchantKey: number) {
    this.#engine = engine;
    this.merchantKey = merchantKey;
  }

  async *pages(table: MerchantTable): AsyncGenerator<readonly MovedRow[]> {
    const { path } = table;
    const by = path.kind === 'PAGES' ? path.by : (table.key[0] as string);
    for (let after: SqlValue = by.endsWith('key') ? 0 : ''; ; ) {
      const rows = await this.#read(table, { after });
      if (rows.length > 0) {
        yield rows;
      }
      const last = rows.at(-1);
      if (last === undefined || path.kind === 'MERCHANT' || rows.length < PAGE_ROWS) {
        return;
      }
      after = last[by] as SqlValue;
    }
  }

  below(table: MerchantTable, keys: readonly number[]): Promise<readonly MovedRow[]> {
    return this.#read(table, { keys: keyList(keys) });
  }

  async same(table: MerchantTable, rows: readonly MovedRow[]): Promise<readonly MovedRow[]> {
    const { named, same } = statementsOf(table);
    if (rows.length === 0) {
      return [];
    }
    if ((table.key[0] as string).endsWith('key')) {
      return this.#engine.read(named, { keys: keyList(rows.map((row) => rowKey(table, row))) });
    }
    return (await Promise.all(rows.map((row) => this.#engine.read(same, keyOf(table, row))))).flat();
  }

  /** @param guard a write that must touch a row @returns false if it touched none; no row is changed then */
  change(guard: UnitOfWork['guard'], changes: readonly RowChanges[]): Promise<boolean> {
    const writes = changes.flatMap(({ table, put, remove }) => [
      ...remove.map((row) => write(statementsOf(table).remove, keyOf(table, row))),
      ...put.map((row) => write(statementsOf(table).put, row)),
    ]);
    return this.#engine.commit({ guard, writes });
  }

  #read(table: MerchantTable, span: Partial<Span>): Promise<MovedRow[]> {
    return this.#engine.read(statementsOf(table).rows, { ...NO_SPAN, merchantKey: this.merchantKey, ...span });
  }
}

/** The tables below a table, by the rows of their parents. */
export function tablesBelow({ table: name }: MerchantTable): readonly MerchantTable[] {
  return MERCHANT_TABLES.filter(({ path }) => path.kind === 'PARENT' && path.of.includes(name));
}

/** The value by which rows of other tables refer to a row. */
export function rowKey({ key }: MerchantTable, row: MovedRow): number {
  return Number(row[key[0] as string]);
}

function keyOf({ key }: MerchantTable, row: MovedRow): MovedRow {
  return Object.fromEntries(key.map((column) => [column, row[column] as SqlValue]));
}

function statementsOf(table: MerchantTable): TableStatements {
  return STATEMENTS.get(table) as TableStatements;
}
