/**
 * The embedded engine: SQLite in WAL mode with `synchronous=FULL`, one connection, and the shared commit.
 *
 * The shared commit: all units of one turn of the event loop go into one transaction, so a hundred waiting requests
 * cost one flush of the disk and not a hundred. There is no timed window: the commit happens at the end of the turn.
 */
import type Database from 'better-sqlite3';
import { type Engine, type OnCommit, StoreError, type UnitOfWork, type Write } from '../engine.ts';
import { bind, type Parameters, type SqlValue, type Statement } from '../statement.ts';

/** Units in one transaction: bounds how long one commit blocks the event loop. */
const UNITS_MAX = 512;

interface Waiting {
  readonly unit: UnitOfWork;
  readonly done: (touched: boolean) => void;
  readonly failed: (error: unknown) => void;
}

export class SqliteEngine implements Engine {
  readonly #db: Database.Database;
  readonly #prepared = new WeakMap<Statement, { run: Database.Statement<SqlValue[]>; names: readonly string[] }>();
  readonly #onCommit: OnCommit;
  #waiting: Waiting[] = [];
  #scheduled = false;

  /** @param onCommit called after each commit; it must not throw */
  constructor(db: Database.Database, onCommit: OnCommit = () => undefined) {
    this.#db = db;
    this.#onCommit = onCommit;
  }

  async read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    try {
      const { run, names } = this.#prepare(statement);
      return run.all(...bind(names, parameters as Parameters)) as Row[];
    } catch (error) {
      throw storeError(error);
    }
  }

  /** One process owns the file, and none of its code runs during a statement: one that returns its rows is enough. */
  claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    return this.read(statement, parameters);
  }

  commit(unit: UnitOfWork): Promise<boolean> {
    return new Promise((done, failed) => {
      this.#waiting.push({ unit, done, failed });
      if (this.#scheduled) {
        return;
      }
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  async close(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#flush();
    }
    this.#db.close();
  }

  #flush(): void {
    const batch = this.#waiting.splice(0, UNITS_MAX);
    this.#scheduled = this.#waiting.length > 0;
    if (this.#scheduled) {
      setImmediate(() => this.#flush());
    }
    if (batch.length === 0) {
      return;
    }
    const began = performance.now();
    try {
      this.#resolve(batch, this.#transaction(batch));
    } catch (error) {
      if (batch.length === 1) {
        batch[0]?.failed(storeError(error));
      } else {
        this.#oneByOne(batch);
      }
    }
    this.#onCommit(batch.length, performance.now() - began);
  }

  /**
   * One unit of the batch could not be written, so none was. Each gets its own transaction, so that only the invalid
   * one fails.
   */
  #oneByOne(batch: readonly Waiting[]): void {
    for (const waiting of batch) {
      try {
        this.#resolve([waiting], this.#transaction([waiting]));
      } catch (error) {
        waiting.failed(storeError(error));
      }
    }
  }

  #resolve(batch: readonly Waiting[], touched: readonly boolean[]): void {
    for (const [index, { done }] of batch.entries()) {
      done(touched[index] as boolean);
    }
  }

  #transaction(batch: readonly Waiting[]): boolean[] {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const touched = batch.map(({ unit }) => this.#run(unit));
      this.#db.exec('COMMIT');
      return touched;
    } catch (error) {
      if (this.#db.inTransaction) {
        this.#db.exec('ROLLBACK');
      }
      throw error;
    }
  }

  #run(unit: UnitOfWork): boolean {
    if (!this.#passes(unit)) {
      return false;
    }
    for (const write of unit.writes) {
      this.#write(write);
    }
    return true;
  }

  #passes({ guard, secondGuard }: UnitOfWork): boolean {
    if (secondGuard === undefined) {
      return guard === undefined || this.#write(guard) > 0;
    }
    this.#db.exec('SAVEPOINT guards');
    const passed = (guard === undefined || this.#write(guard) > 0) && this.#write(secondGuard) > 0;
    if (!passed) {
      this.#db.exec('ROLLBACK TO guards');
    }
    this.#db.exec('RELEASE guards');
    return passed;
  }

  #write({ statement, parameters }: Write): number {
    const { run, names } = this.#prepare(statement);
    return run.run(...bind(names, parameters)).changes;
  }

  #prepare(statement: Statement): { run: Database.Statement<SqlValue[]>; names: readonly string[] } {
    let prepared = this.#prepared.get(statement);
    if (prepared === undefined) {
      const { sql, names } = statement.compiled('sqlite');
      prepared = { run: this.#db.prepare<SqlValue[]>(sql), names };
      this.#prepared.set(statement, prepared);
    }
    return prepared;
  }
}

function storeError(error: unknown): StoreError {
  return error instanceof StoreError ? error : new StoreError('The store failed.', { cause: error });
}
