/**
 * Writes units of work over one connection, all units of a batch in one transaction. Statements are numbers and units
 * are flat lists, so that a batch is cheap to send to another thread.
 */
import type Database from 'better-sqlite3';
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
  /** Number of bound values. */
  readonly width: number;
}

/** The text of a statement, and its number of bound values. */
export type StatementText = readonly [sql: string, width: number];

export class UnitWriter {
  readonly #db: Database.Database;
  readonly #texts: readonly StatementText[];
  readonly #prepared: PreparedWrite[] = [];

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
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const touched = units.map((unit) => this.#run(unit));
      this.#db.exec('COMMIT');
      return touched;
    } catch (error) {
      if (this.#db.inTransaction) {
        this.#db.exec('ROLLBACK');
      }
      throw error;
    }
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
      const { run, width } = this.#prepare(unit[at] as number);
      const end = at + 1 + width;
      const { changes } = run.run(...unit.slice(at + 1, end));
      if (guards > 0 && changes === 0) {
        return false;
      }
      at = end;
    }
    return true;
  }

  #prepare(statement: number): PreparedWrite {
    let prepared = this.#prepared[statement];
    if (prepared === undefined) {
      const [sql, width] = this.#texts[statement] as StatementText;
      prepared = { run: this.#db.prepare<SqlValue[]>(sql), width };
      this.#prepared[statement] = prepared;
    }
    return prepared;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
