/**
 * The engine for several gateway processes: PostgreSQL, or a database that speaks its protocol.
 *
 * Group commit, as in the embedded engine: the units that wait when a connection becomes free go into one transaction.
 * It takes two round trips: first the guards of all units, which lock their rows and decide which units pass; then the
 * writes of those that passed, and the commit. Locks are held only for that time, and the server aborts the transaction
 * of a process that hangs in between.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Engine, type OnCommit, StoreError, type UnitOfWork } from '../engine.ts';
import type { Parameters, Statement } from '../statement.ts';
import { CommitTurns } from './commit-turns.ts';
import { type Bound, PostgresConnection } from './connection.ts';
import { boundTo } from './groups.ts';
import { hasWaitedEnough, RECONNECT_PAUSE_MS, resolveUnits, storeError, type WaitingUnit } from './resolve-units.ts';
import { listedClaim } from './row-changes.ts';
import type { Servers } from './servers.ts';
import { isLost } from './sql-states.ts';
import { checkedUnit } from './transaction.ts';

/**
 * The number of concurrent transactions: while one is in flight, the next is filled and sent. More writers would only
 * divide the same work into smaller transactions.
 */
const WRITERS = 2;
/**
 * The number of waiting units that a second transaction is worth while another one is in flight. Fewer wait for the
 * first one to end, and share the next: a transaction costs both sides as much processor time as several units in it.
 */
const SECOND_UNITS_MIN = 16;
/** The longest wait for it. A transaction takes a few milliseconds, unless the database or a lock is slow. */
const SECOND_WAIT_MS_MAX = 10;
/** The number of connections for reads. Reads are pipelined, so that few connections serve any number of requests. */
const READERS = 2;
/** Maximum number of units in one transaction. It limits how long the rows of the first unit are locked. */
const UNITS_MAX = 256;
/**
 * The maximum number of waiting units: two seconds of work at 5,000 units per second. Above it, a unit would be written
 * too late to be of use.
 */
const WAITING_MAX = 10_000;

interface EngineOptions {
  readonly onCommit?: OnCommit | undefined;
  readonly secondWaitMs?: number | undefined;
  readonly turns?: CommitTurns | undefined;
}

export class PostgresEngine implements Engine {
  readonly #readers: readonly PostgresConnection[];
  readonly #idleWriters: PostgresConnection[];
  readonly #connections: readonly PostgresConnection[];
  readonly #working = new Set<Promise<void>>();
  #waiting: WaitingUnit[] = [];
  #reads = 0;
  #isClosed = false;
  readonly #onCommit: OnCommit;
  readonly #secondWaitMs: number;
  readonly #turns: CommitTurns;
  readonly #wake = (): void => {
    if (this.#waiting.length > 0) {
      this.#startWriter();
    }
  };
  #wait: NodeJS.Timeout | undefined;

  /**
   * @param onCommit called after each transaction; it must not throw
   * @param secondWaitMs the longest wait of a few units for the transaction in flight
   * @param turns shared by the process's stores on these servers
   */
  constructor(
    servers: Servers,
    { onCommit = () => undefined, secondWaitMs = SECOND_WAIT_MS_MAX, turns = new CommitTurns() }: EngineOptions = {},
  ) {
    this.#turns = turns;
    this.#onCommit = onCommit;
    this.#secondWaitMs = secondWaitMs;
    const connections = (count: number) => Array.from({ length: count }, () => new PostgresConnection(servers));
    this.#readers = connections(READERS);
    this.#idleWriters = connections(WRITERS);
    this.#connections = [...this.#readers, ...this.#idleWriters];
  }

  /** Retries for a while after a lost connection, which is safe for a read. */
  async read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    return (await this.#read(boundTo(statement, parameters as Parameters))) as Row[];
  }

  /** Retries like a read, because this process may claim the same rows twice. */
  async claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    return (await this.#read(listedClaim(boundTo(statement, parameters as Parameters)))) as Row[];
  }

  async #read(bound: Bound): Promise<readonly unknown[]> {
    const since = performance.now();
    for (;;) {
      if (this.#isClosed) {
        throw new StoreError('The store is closed.');
      }
      this.#reads += 1;
      const reader = this.#readers[this.#reads % READERS] as PostgresConnection;
      try {
        const query = await reader.queryRunner();
        return (await query(bound)).rows;
      } catch (error) {
        if (!isLost(error) || hasWaitedEnough(since)) {
          throw storeError(error);
        }
        await pause(RECONNECT_PAUSE_MS);
      }
    }
  }

  commit(unit: UnitOfWork): Promise<boolean> {
    if (this.#isClosed) {
      return Promise.reject(new StoreError('The store is closed.'));
    }
    if (this.#waiting.length >= WAITING_MAX) {
      return Promise.reject(new StoreError('Too many writes wait.'));
    }
    return new Promise((done, failed) => {
      this.#waiting.push({ unit: checkedUnit(unit), since: performance.now(), done, failed });
      this.#startWriter();
    });
  }

  /** Closes the connections after the waiting units are written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    while (this.#working.size > 0) {
      await Promise.all(this.#working);
    }
    clearTimeout(this.#wait);
    this.#turns.leave(this.#wake);
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  /** Starts a writer at the end of this turn of the event loop, with all units of the turn. */
  #startWriter(): void {
    const waitMs = this.#waitMs(WRITERS);
    if (waitMs > 0) {
      this.#turns.wait(this.#wake);
      this.#wait ??= setTimeout(() => {
        this.#wait = undefined;
        this.#wake();
      }, waitMs);
      return;
    }
    const writer = this.#idleWriters.pop();
    if (writer === undefined) {
      return;
    }
    this.#turns.leave(this.#wake);
    const end = this.#turns.begin();
    const work = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.#writeWaiting(writer, end))
      .finally(() => {
        this.#working.delete(work);
        this.#idleWriters.push(writer);
        if (this.#waiting.length > 0) {
          this.#startWriter();
        }
      });
    this.#working.add(work);
  }

  /**
   * The time that the waiting units still wait for a transaction in flight, of this store or of another one on the
   * server; 0 if none is in flight, or if they are enough for one of their own.
   *
   * @param idle the number of idle writers while no other transaction is in flight
   */
  #waitMs(idle: number): number {
    const [oldest] = this.#waiting;
    if (oldest === undefined || this.#waiting.length >= SECOND_UNITS_MIN || this.#isClosed) {
      return 0;
    }
    const left = Math.max(0, Math.ceil(oldest.since + this.#secondWaitMs - performance.now()));
    return this.#idleWriters.length >= idle ? Math.min(left, Math.ceil(this.#turns.waitMs())) : left;
  }

  /** @param end ends the first transaction's turn */
  async #writeWaiting(writer: PostgresConnection, end: () => void): Promise<void> {
    let endTurn = end;
    while (this.#waiting.length > 0) {
      const batch = nextBatch(this.#waiting);
      this.#waiting = this.#waiting.slice(batch.length);
      const began = performance.now();
      await resolveUnits(writer, batch);
      this.#onCommit(batch.length, performance.now() - began);
      endTurn();
      if (this.#waitMs(WRITERS - 1) > 0) {
        return;
      }
      endTurn = this.#turns.begin();
    }
    endTurn();
  }
}

/**
 * The units of the next transaction. A unit with several guards gets its own transaction, because it is rolled back if
 * a later guard fails.
 */
function nextBatch(waiting: readonly WaitingUnit[]): readonly WaitingUnit[] {
  const hasSeveral = waiting.findIndex(({ unit }) => unit.furtherGuards.length > 0);
  if (hasSeveral === -1) {
    return waiting.slice(0, UNITS_MAX);
  }
  return waiting.slice(0, hasSeveral === 0 ? 1 : Math.min(hasSeveral, UNITS_MAX));
}
