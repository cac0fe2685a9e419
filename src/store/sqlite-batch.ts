/**
 * Runs batches of units on a SQLite connection: one batch, one transaction, one flush of the disk.
 */
import type Database from 'better-sqlite3';

/** A statement's number and its values in the order of its text. Plain data, so that it may cross threads. */
export type BoundWrite = readonly [statement: number, values: readonly unknown[]];

export interface BoundUnit {
  readonly guard?: BoundWrite;
  readonly writes: readonly BoundWrite[];
}

/** Whether the guard touched a row (true without one), or why the unit could not be written. */
export type UnitResult = boolean | { readonly problem: string };

export class SqliteBatches {
  readonly #db: Database.Database;
  readonly #statements: Database.Statement<unknown[]>[] = [];

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Makes a statement known under its number, before a batch that has it. */
  prepare(number: number, sql: string): void {
    this.#statements[number] = this.#db.prepare<unknown[]>(sql);
  }

  /** One result a unit, once all that say true are durable. Never throws. */
  run(batch: readonly BoundUnit[]): UnitResult[] {
    try {
      return this.#transaction(batch);
    } catch (error) {
      if (batch.length === 1) return [{ problem: error instanceof Error ? error.message : String(error) }];
      // Nothing of it was written. Each gets a transaction of its own, so that only the bad one fails.
      return batch.flatMap((unit) => this.run([unit]));
    }
  }

  #transaction(batch: readonly BoundUnit[]): boolean[] {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const touched = batch.map((unit) => this.#write(unit));
      this.#db.exec('COMMIT');
      return touched;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #write({ guard, writes }: BoundUnit): boolean {
    if (guard !== undefined && this.#execute(guard) === 0) return false;
    for (const write of writes) this.#execute(write);
    return true;
  }

  #execute([number, values]: BoundWrite): number {
    const statement = this.#statements[number];
    if (statement === undefined) throw new Error(`Statement ${number} was never prepared.`);
    return statement.run(...values).changes;
  }
}
