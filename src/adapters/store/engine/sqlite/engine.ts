/**
 * The embedded engine: SQLite in WAL mode with `synchronous=FULL`, one writer at a time, and group commit.
 *
 * Group commit: all units of one turn of the event loop go into one transaction, so that a hundred waiting requests
 * cost one flush of the disk instead of a hundred. There is no waiting time: the commit happens at the end of the turn,
 * or as soon as the previous commit is durable. Under load the first units of a turn go to the thread before its end.
 */
import type Database from 'better-sqlite3';
import { type Engine, failureOf, type OnCommit, StoreError, type UnitOfWork } from '../engine.ts';
import { bind, type Parameters, type SqlValue, type Statement } from '../statement.ts';
import type { WritersLog } from './checkpoints.ts';
import type { CommitThread } from './commit-thread.ts';
import { CHECKPOINT_PAGES } from './connection.ts';
import { type NumberedUnit, type StatementText, type UnitResult, UnitWriter } from './unit-writer.ts';

/** The maximum number of units in one transaction, which limits how long one commit blocks the event loop. */
const UNITS_MAX = 512;
/** The number of waiting units from which it is faster to send them to the thread. */
const UNITS_FOR_THREAD = 8;
/**
 * The number of waiting units from which a ready thread gets them at once. It writes them while this thread goes on
 * with the other requests of the turn. See docs/decisions/55-one-serving-thread.md.
 */
const UNITS_AT_ONCE = 16;
/**
 * The maximum number of batches at the thread: one that it writes, and one in its queue, so that it does not wait for
 * the event loop of this thread.
 */
const UNDER_WAY_MAX = 2;

/** The caller of a unit's commit. It does not refer to the unit, which can be freed once the thread has a copy. */
interface Caller {
  readonly done: (touched: boolean) => void;
  readonly failed: (error: unknown) => void;
}

export interface SqliteEngineOptions {
  /** Called after each commit; it must not throw. */
  readonly onCommit?: OnCommit;
  /** Starts the thread that commits under load. Absent: all commits happen in this thread. */
  readonly startThread?: (texts: readonly StatementText[], logPagesMax: number) => CommitThread;
  /** When commits are slow, and leave this thread, which others need. Absent: never. */
  readonly slow?: SlowCommits | undefined;
}

export interface SlowCommits {
  /** The duration of a commit that is slow. */
  readonly commitMs: number;
  /** The time after it for which the other thread commits. */
  readonly forMs: number;
}

export class SqliteEngine implements Engine, WritersLog {
  readonly #db: Database.Database;
  readonly #numbers = new WeakMap<Statement, { readonly number: number; readonly names: readonly string[] }>();
  readonly #texts: StatementText[] = [];
  readonly #writer: UnitWriter;
  readonly #onCommit: OnCommit;
  readonly #startThread: SqliteEngineOptions['startThread'];
  #thread: CommitThread | undefined;
  /** The batches that the thread is writing, in order. This thread does not write as long as there are any. */
  readonly #underWay: Promise<void>[] = [];
  readonly #waiting: NumberedUnit[] = [];
  /** The callers of the waiting units, in the same order. */
  readonly #callers: Caller[] = [];
  #scheduled = false;
  readonly #slow: SlowCommits | undefined;
  #slowUntil = Number.NEGATIVE_INFINITY;
  #logPagesMax = CHECKPOINT_PAGES;

  constructor(db: Database.Database, { onCommit = () => undefined, startThread, slow }: SqliteEngineOptions = {}) {
    this.#db = db;
    this.#writer = new UnitWriter(db, this.#texts);
    this.#onCommit = onCommit;
    this.#startThread = startThread;
    this.#slow = slow;
  }

  async read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    try {
      const { number, names } = this.#numbered(statement);
      return this.#writer.preparedStatement(number).all(...bind(names, parameters as Parameters)) as Row[];
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /**
   * Runs the writing statement like a read. This is safe, because one process owns the file and statements are not
   * interrupted.
   */
  async claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    // A write would block the event loop as long as the thread has the write lock.
    while (this.#underWay.length > 0) {
      await this.#underWay.at(-1);
    }
    try {
      const { number, names } = this.#numbered(statement);
      return this.#writer.claim(number, bind(names, parameters as Parameters)) as Row[];
    } catch (error) {
      throw this.#failure(error);
    }
  }

  commit(unit: UnitOfWork): Promise<boolean> {
    return new Promise((done, failed) => {
      try {
        this.#waiting.push(this.#numberedUnit(unit));
        this.#callers.push({ done, failed });
        if (this.#waiting.length >= UNITS_AT_ONCE && this.#thread?.isReady === true) {
          this.#flush();
        } else {
          this.#schedule();
        }
      } catch (error) {
        failed(this.#failure(error));
      }
    });
  }

  copyLog(): void {
    if (this.#underWay.length === 0) {
      this.#db.pragma('wal_checkpoint(PASSIVE)');
    } else {
      this.#thread?.copyLog();
    }
  }

  copyLogFrom(pages: number): void {
    this.#logPagesMax = pages;
    this.#db.pragma(`wal_autocheckpoint = ${pages}`);
    this.#thread?.copyLogFrom(pages);
  }

  async close(): Promise<void> {
    while (this.#underWay.length > 0 || this.#waiting.length > 0) {
      await this.#underWay[0];
      this.#flush();
    }
    if (this.#thread?.hasEnded === false) {
      await this.#thread.end();
    }
    this.#db.close();
  }

  #schedule(): void {
    if (!this.#scheduled && this.#underWay.length < UNDER_WAY_MAX) {
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#flush();
      });
    }
  }

  #flush(): void {
    const isThreadBusy = this.#underWay.length > 0;
    if (this.#waiting.length === 0 || this.#underWay.length === UNDER_WAY_MAX) {
      return;
    }
    const isForThread = isThreadBusy || this.#waiting.length >= UNITS_FOR_THREAD || performance.now() < this.#slowUntil;
    const thread = isForThread ? this.#readyThread() : undefined;
    if (thread === undefined && isThreadBusy) {
      return;
    }
    const units = this.#waiting.splice(0, UNITS_MAX);
    const callers = this.#callers.splice(0, UNITS_MAX);
    const began = performance.now();
    if (thread !== undefined) {
      this.#underWay.push(this.#flushThere(thread.write(units), callers, began));
      return;
    }
    this.#settle(callers, this.#writer.write(units), began);
    if (this.#waiting.length > 0) {
      this.#schedule();
    }
  }

  async #flushThere(written: Promise<UnitResult[]>, callers: readonly Caller[], began: number): Promise<void> {
    try {
      const results = await written;
      this.#underWay.shift();
      this.#settle(callers, results, began);
    } catch (cause) {
      this.#underWay.shift();
      const error = new StoreError('The store failed at a commit.', { cause, inDoubt: true });
      for (const { failed } of callers) {
        failed(error);
      }
    }
    this.#schedule();
  }

  /** @returns undefined if there is no thread, or the thread is not ready */
  #readyThread(): CommitThread | undefined {
    if (this.#thread === undefined && this.#db.open) {
      this.#thread = this.#startThread?.(this.#texts, this.#logPagesMax);
    }
    return this.#thread?.isReady === true ? this.#thread : undefined;
  }

  #settle(callers: readonly Caller[], results: readonly UnitResult[], began: number): void {
    for (const [index, { done, failed }] of callers.entries()) {
      const result = results[index] as UnitResult;
      if (typeof result === 'boolean') {
        done(result);
      } else {
        failed(this.#failure(result));
      }
    }
    const now = performance.now();
    this.#onCommit(callers.length, now - began);
    if (this.#slow !== undefined && now - began > this.#slow.commitMs) {
      this.#slowUntil = now + this.#slow.forMs;
    }
  }

  #numberedUnit({ guard, furtherGuards = [], writes }: UnitOfWork): NumberedUnit {
    const guards = guard === undefined ? furtherGuards : [guard, ...furtherGuards];
    const unit: SqlValue[] = [guards.length];
    for (const { statement, parameters } of [...guards, ...writes]) {
      const { number, names } = this.#numbered(statement);
      unit.push(number);
      for (const value of bind(names, parameters)) {
        unit.push(value instanceof Uint8Array ? ownBytes(value) : value);
      }
    }
    return unit;
  }

  #failure(error: unknown): StoreError {
    return error instanceof StoreError ? error : failureOf(error, { file: this.#db.name });
  }

  #numbered(statement: Statement): { readonly number: number; readonly names: readonly string[] } {
    let known = this.#numbers.get(statement);
    if (known === undefined) {
      const { sql, names, listed } = statement.compile('sqlite');
      known = { number: this.#texts.length, names };
      this.#texts.push([sql, names.length, listed]);
      this.#numbers.set(statement, known);
    }
    return known;
  }
}

/** Copies the bytes out of a shared buffer, because a message to a thread would copy the whole buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
