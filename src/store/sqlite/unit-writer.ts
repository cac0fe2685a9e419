/**
 * Writes units of work over one connection, all of a batch in one transaction. It knows statements by number alone, and
 * units as flat lists, so that a batch costs little to be handed to another thread.
 */
import type Database from 'better-sqlite3';
import type { SqlValue } from '../statement.ts';

/**
 * A unit: how many of its first writes are guards, which must touch a row or nothing of the unit is written; then of
 * each write the number of its statement and its values.
 */
export type NumberedUnit = readonly SqlValue[];

/** Whether the unit was written (false: a guard touched nothing), or why it could not be. */
export type UnitResult = boolean | Error;

interface Prepared {
  readonly run: Database.Statement<SqlValue[]>;
  /** How many values it takes. */
  readonly width: number;
}

/** The text of a statement, and how many values it takes. */
export type StatementText = readonly [sql: string, width: number];

export class UnitWriter {
  readonly #db: Database.Database;
  readonly #texts: readonly StatementText[];
  readonly #prepared: Prepared[] = [];

  /** @param texts of statements by their numbers; more may be added at its end */
  constructor(db: Database.Database, texts: readonly StatementText[]) {
    this.#db = db;
    this.#texts = texts;
  }

  /** Writes all in one transaction; where one of them cannot be written, each in a transaction of its own. */
  write(units: readonly NumberedUnit[]): UnitResult[] {
    try {
      return this.#transaction(units);
    } catch (error) {
      return units.length === 1 ? [asError(error)] : units.map((unit) => this.#alone(unit));
    }
  }

  prepared(statement: number): Database.Statement<SqlValue[]> {
    return this.#prepare(statement).run;
  }

  /** Only the unit that is invalid fails. */
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
    // One guard that touches nothing has written nothing; of two the first may have.
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

  #prepare(statement: number): Prepared {
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
