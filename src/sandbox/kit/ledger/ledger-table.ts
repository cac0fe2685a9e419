/** One table of a simulator's ledger. Column names come only from this program, never from a request. */
import type { Database, Statement } from 'better-sqlite3';

type Value = string | number | null;

/** @typeParam Added a row to be added: without the columns that the database fills in */
export class LedgerTable<Row extends object, Added extends object = Row> {
  readonly #database: Database;
  readonly #name: string;
  readonly #prepared = new Map<string, Statement>();

  constructor(database: Database, name: string) {
    this.#database = database;
    this.#name = name;
  }

  add(row: Added): Row {
    const columns = Object.keys(row);
    const places = columns.map((column) => `$${column}`);
    const sql = `INSERT INTO ${this.#name} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`;
    return this.#statement(sql).get(row) as Row;
  }

  /** @returns the changed row */
  change(row: Row & { readonly id: string | number }, changes: Partial<Row>): Row {
    const set = Object.keys(changes).map((column) => `${column} = $${column}`);
    const sql = `UPDATE ${this.#name} SET ${set.join(', ')} WHERE id = $id RETURNING *`;
    return this.#statement(sql).get({ ...changes, id: row.id }) as Row;
  }

  remove({ id }: { readonly id: string | number }): void {
    this.#statement(`DELETE FROM ${this.#name} WHERE id = $id`).run({ id });
  }

  /** The first row that was added with these values. */
  find(values: Partial<Row>): Row | undefined {
    return this.all(values)[0];
  }

  /** Rows with these values, in the order in which they were added. */
  all(values: Partial<Row> = {}): Row[] {
    const given = Object.entries(values).filter(([, value]) => value !== undefined) as [string, Value][];
    const where = given.map(([column]) => `${column} IS $${column}`);
    const sql = `SELECT * FROM ${this.#name}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''} ORDER BY rowid`;
    return this.#statement(sql).all(Object.fromEntries(given)) as Row[];
  }

  /** Rows that are due, the earliest first. */
  due(column: keyof Row & string, now: number): Row[] {
    const sql = `SELECT * FROM ${this.#name} WHERE ${column} <= $now ORDER BY ${column}, rowid`;
    return this.#statement(sql).all({ now }) as Row[];
  }

  /** The time at which the next row is due; undefined if there is none. */
  next(column: keyof Row & string): number | undefined {
    const { at } = this.#statement(`SELECT MIN(${column}) AS at FROM ${this.#name}`).get() as { at: number | null };
    return at ?? undefined;
  }

  #statement(sql: string): Statement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}
