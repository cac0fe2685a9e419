/**
 * Writes units of work over one connection, all units of a batch in one transaction. Statements are numbers and units
 * are flat lists, so that a batch is cheap to send to another thread.
 */
import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { ChangesOfCommit, LISTED_MERCHANTS, type ListedWrite } from '../row-changes.ts';
import type { SqlValue } from '../statement.ts';

/**
 * A unit as a flat list: the number of its guards, which are its first writes and must each touch a row, followed by
 * the number of the statement and the values of each write.
 */
export type NumberedUnit = readonly SqlValue[];

/** True if the unit was written, false if a guard touched no row, or else the error. */
export type UnitResult = boolean | Error;

interface PreparedWrite {
  readonly run: Database.Statement<SqlValue[]>;
  /** Its listed form, prepared when it is first needed. */
  listedRun?: Database.Statement<SqlValue[]>;
  readonly listed: ListedWrite | undefined;
  /** Number of bound values. */
  readonly width: number;
}

/** The text of a statement, its number of bound values, and its listed form. */
export type StatementText = readonly [sql: string, width: number, listed?: ListedWrite];

const INSERT_CHANGES = 'insert into row_change (id, merchant_key, changes) values (?, ?, ?)';

export class UnitWriter {
  readonly #db: Database.Database;
  readonly #texts: readonly StatementText[];
  readonly #prepared: PreparedWrite[] = [];
  #listedMerchants: Database.Statement<[], number> | undefined;
  #insertChanges: Database.Statement<[string, number, string]> | undefined;
  /** The changes of the transaction, while the store lists them. */
  #changes: ChangesOfCommit | undefined;

  /** @param texts the statements by number; the caller may append further ones */
  constructor(db: Database.Database, texts: readonly StatementText[]) {
    this.#db = db;
    this.#texts = texts;
  }

  /** Writes all units in one transaction. If one of them fails, each gets its own transaction. */
  write(units: readonly NumberedUnit[]): UnitResult[] {
    try {
      return this.#transaction(units);
    } catch (error) {
      return units.length === 1 ? [asError(error)] : units.map((unit) => this.#alone(unit));
    }
  }

  preparedStatement(statement: number): Database.Statement<SqlValue[]> {
    return this.#prepare(statement).run;
  }

  /** Writes a unit in its own transaction, so that an invalid unit fails alone. */
  #alone(unit: NumberedUnit): UnitResult {
    try {
      return this.#transaction([unit])[0] as boolean;
    } catch (error) {
      return asError(error);
    }
  }

  #transaction(units: readonly NumberedUnit[]): boolean[] {
    return this.#inTransaction(() => units.map((unit) => this.#run(unit)));
  }

  /** Runs a writing statement, and commits. @returns the rows that it returns */
  claim(statement: number, values: readonly SqlValue[]): unknown[] {
    return this.#inTransaction(() => this.#rowsOf(this.#prepare(statement), values));
  }

  #inTransaction<Result>(run: () => Result): Result {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      this.#listedMerchants ??= this.#db.prepare<[], number>(LISTED_MERCHANTS).pluck();
      const merchants = this.#listedMerchants.all();
      this.#changes = merchants.length === 0 ? undefined : new ChangesOfCommit();
      const result = run();
      this.#storeChanges(merchants);
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.inTransaction) {
        this.#db.exec('ROLLBACK');
      }
      throw error;
    }
  }

  #storeChanges(merchants: readonly number[]): void {
    const text = this.#changes?.text();
    if (text !== undefined) {
      this.#insertChanges ??= this.#db.prepare(INSERT_CHANGES);
      for (const merchant of merchants) {
        this.#insertChanges.run(randomUUID(), merchant, text);
      }
    }
  }

  #rowsOf(write: PreparedWrite, values: readonly SqlValue[]): unknown[] {
    if (this.#changes === undefined || write.listed === undefined) {
      return write.run.all(...values);
    }
    write.listedRun ??= this.#db.prepare<SqlValue[]>(write.listed.sql);
    const rows = write.listedRun.all(...values);
    this.#changes.note(write.listed, rows);
    return rows;
  }

  /** @returns the number of rows that the write has touched */
  #touched(write: PreparedWrite, values: readonly SqlValue[]): number {
    const isListed = this.#changes !== undefined && write.listed !== undefined;
    return isListed ? this.#rowsOf(write, values).length : write.run.run(...values).changes;
  }

  #run(unit: NumberedUnit): boolean {
    // A single guard that touches no row has not changed data, so no savepoint is needed. The first of two guards may
    // have changed data.
    if ((unit[0] as number) < 2) {
      return this.#writes(unit);
    }
    this.#db.exec('SAVEPOINT guards');
    const passed = this.#writes(unit);
    if (!passed) {
      this.#db.exec('ROLLBACK TO guards');
    }
    this.#db.exec('RELEASE guards');
    return passed;
  }

  #writes(unit: NumberedUnit): boolean {
    let guards = unit[0] as number;
    for (let at = 1; at < unit.length; guards -= 1) {
      const write = this.#prepare(unit[at] as number);
      const end = at + 1 + write.width;
      const touched = this.#touched(write, unit.slice(at + 1, end));
      if (guards > 0 && touched === 0) {
        return false;
      }
      at = end;
    }
    return true;
  }

  #prepare(statement: number): PreparedWrite {
    let prepared = this.#prepared[statement];
    if (prepared === undefined) {
      const [sql, width, listed] = this.#texts[statement] as StatementText;
      prepared = { run: this.#db.prepare<SqlValue[]>(sql), width, listed };
      this.#prepared[statement] = prepared;
    }
    return prepared;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
