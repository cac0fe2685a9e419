/** A simulator's own ledger. The gateway's ledger is checked against it, so the two are independent. */
import type { Database, Statement } from 'better-sqlite3';
import { LedgerTable } from './ledger-table.ts';
import { type LedgerShape, openLedger } from './open-ledger.ts';

export class Ledger {
  readonly #database: Database;

  /** @param file undefined for an in-memory ledger @throws Error if a later version wrote the file */
  constructor(file: string | undefined, shape: LedgerShape) {
    this.#database = openLedger(file, shape);
  }

  protected table<Row extends object, Added extends object = Row>(name: string): LedgerTable<Row, Added> {
    return new LedgerTable(this.#database, name);
  }

  /** Prepares a query of several tables. */
  protected prepare(sql: string): Statement {
    return this.#database.prepare(sql);
  }

  /** All public tables, row by row, in the order of their members. */
  rows(): Readonly<Record<string, readonly object[]>> {
    const tables = Object.entries(this).filter(([, member]) => member instanceof LedgerTable);
    return Object.fromEntries(tables.map(([name, table]: [string, LedgerTable<object>]) => [name, table.all()]));
  }

  /** Runs `work` as one commit. Send its result only after this returns; if it throws, the ledger is unchanged. */
  commit<Result>(work: () => Result): Result {
    return this.#database.transaction(work).immediate();
  }

  close(): void {
    this.#database.close();
  }
}
