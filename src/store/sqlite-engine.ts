/**
 * The embedded engine: SQLite in WAL mode with `synchronous=FULL`, and the shared commit.
 *
 * The shared commit: the units that wait go into one transaction, so a hundred waiting requests cost one flush of the disk and not a
 * hundred. There is no timed window: a batch leaves at the end of a turn of the event loop, and whatever arrives while it is
 * written is the next one. Reads see what is committed, on a connection of their own.
 */
import type Database from 'better-sqlite3';
import { type Engine, StoreError, type UnitOfWork, type Write } from './engine.ts';
import { type BoundUnit, type BoundWrite, SqliteBatches, type UnitResult } from './sqlite-batch.ts';
import { bind, type Parameters, type Statement } from './statement.ts';

/** Units in one transaction: bounds how long one commit takes. */
const UNITS_MAX = 512;

/** Who writes batches: this thread (`writerHere`), or one of its own (`sqlite-thread.ts`). */
export interface BatchWriter {
  /** Before a batch that has the statement. */
  prepare(number: number, sql: string): void;
  write(batch: readonly BoundUnit[]): Promise<UnitResult[]>;
  close(): Promise<void>;
}

/** For tools and tests, where nobody else needs the thread while a commit is under way. */
export function writerHere(db: Database.Database): BatchWriter {
  const batches = new SqliteBatches(db);
  return {
    prepare: (number, sql) => batches.prepare(number, sql),
    write: async (batch) => batches.run(batch),
    close: async () => undefined,
  };
}

interface Waiting {
  readonly unit: BoundUnit;
  readonly done: (touched: boolean) => void;
  readonly failed: (error: StoreError) => void;
}

interface Known {
  readonly number: number;
  readonly names: readonly string[];
}

export class SqliteEngine implements Engine {
  readonly #db: Database.Database;
  readonly #writer: BatchWriter;
  readonly #reads = new WeakMap<Statement, { all: Database.Statement<unknown[]>; names: readonly string[] }>();
  readonly #known = new WeakMap<Statement, Known>();
  #statements = 0;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #writing: Promise<void> | undefined;

  /** @param db is read from, and closed with the engine */
  constructor(db: Database.Database, writer: BatchWriter = writerHere(db)) {
    this.#db = db;
    this.#writer = writer;
  }

  async read<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]> {
    try {
      let prepared = this.#reads.get(statement);
      if (prepared === undefined) {
        const { sql, names } = statement.compiled('sqlite');
        prepared = { all: this.#db.prepare<unknown[]>(sql), names };
        this.#reads.set(statement, prepared);
      }
      return prepared.all.all(...bind(prepared.names, parameters)) as Row[];
    } catch (error) {
      throw new StoreError('The store could not be read.', { cause: error });
    }
  }

  commit({ guard, writes }: UnitOfWork): Promise<boolean> {
    return new Promise((done, failed) => {
      const unit = { ...(guard && { guard: this.#bound(guard) }), writes: writes.map((write) => this.#bound(write)) };
      this.#waiting.push({ unit, done, failed });
      this.#schedule();
    });
  }

  async close(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing !== undefined) await (this.#writing ?? this.#flush());
    await this.#writer.close();
    this.#db.close();
  }

  #schedule(): void {
    if (this.#scheduled || this.#writing !== undefined) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  /** One batch at a time; the next leaves as soon as this one is durable. */
  #flush(): Promise<void> {
    if (this.#writing !== undefined || this.#waiting.length === 0) return Promise.resolve();
    const batch = this.#waiting.splice(0, UNITS_MAX);
    this.#writing = this.#writer
      .write(batch.map(({ unit }) => unit))
      .then(
        (results) => settle(batch, results),
        (error: unknown) => settle(batch, Array(batch.length).fill({ problem: String(error) })),
      )
      .then(() => {
        this.#writing = undefined;
        if (this.#waiting.length > 0) this.#schedule();
      });
    return this.#writing;
  }

  #bound({ statement, parameters }: Write): BoundWrite {
    let known = this.#known.get(statement);
    if (known === undefined) {
      const { sql, names } = statement.compiled('sqlite');
      known = { number: this.#statements, names };
      this.#statements += 1;
      this.#writer.prepare(known.number, sql);
      this.#known.set(statement, known);
    }
    return [known.number, bind(known.names, parameters)];
  }
}

function settle(batch: readonly Waiting[], results: readonly UnitResult[]): void {
  for (const [index, { done, failed }] of batch.entries()) {
    const result = results[index];
    if (typeof result === 'boolean') done(result);
    else failed(new StoreError('The store could not be written.', { cause: result?.problem }));
  }
}
