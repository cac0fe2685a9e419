/**
 * The scaled-out engine: PostgreSQL, or a database that speaks its protocol, shared by several gateway processes.
 *
 * The shared commit, as in the embedded engine: the units that wait when a connection becomes free go into one
 * transaction. It takes two round trips: first the guards of all units, which lock their rows and decide which units
 * pass; then the writes of those that passed, and the commit. No lock is held longer, and the server aborts the
 * transaction of a process that hangs in between.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Engine, type OnCommit, StoreError, type UnitOfWork, type Write } from '../engine.ts';
import { bind, type Parameters, type Statement } from '../statement.ts';
import {
  isConsequence,
  isLost,
  isTransient,
  PostgresConnection,
  plain,
  type Query,
  type QueryResult,
} from './connection.ts';
import { type BoundWrite, queryGrouped } from './groups.ts';
import { escapedText } from './text.ts';

/**
 * While one transaction is in flight, the next one is filled and sent. More writers only divide the same work into
 * smaller transactions.
 */
const WRITERS = 2;
/** Their look-ups are pipelined, so a few serve any number of requests. */
const READERS = 2;
/** Units in one transaction: bounds how long the rows of the first are locked. */
const UNITS_MAX = 256;
/** At 5,000 a second, two seconds of work: a unit beyond it would be written too late to be of use. */
const WAITING_MAX = 10_000;
/** A database that restarts is back in this time, and callers do not notice. */
const PATIENCE_MS = 3_000;
const RECONNECT_PAUSE_MS = 100;
/** After a serialization failure or deadlock; each retry runs beside other transactions. */
const TRIES_MAX = 10;

interface BoundUnit {
  readonly guard?: BoundWrite;
  readonly secondGuard?: BoundWrite;
  readonly writes: readonly BoundWrite[];
}

interface Waiting {
  readonly unit: BoundUnit;
  /** On the monotonic clock, milliseconds. */
  readonly since: number;
  readonly done: (touched: boolean) => void;
  readonly failed: (error: StoreError) => void;
}

/** The commit was sent, and the connection broke before its answer. */
class CommitInDoubt extends Error {}

const BEGIN = plain('BEGIN');
const COMMIT = plain('COMMIT');
const ROLLBACK = plain('ROLLBACK');

export class PostgresEngine implements Engine {
  readonly #readers: readonly PostgresConnection[];
  readonly #idleWriters: PostgresConnection[];
  readonly #connections: readonly PostgresConnection[];
  readonly #working = new Set<Promise<void>>();
  #waiting: Waiting[] = [];
  #reads = 0;
  #isClosed = false;
  readonly #onCommit: OnCommit;

  /** @param onCommit called after each transaction; it must not throw */
  constructor(url: string, onCommit: OnCommit = () => undefined) {
    this.#onCommit = onCommit;
    const connections = (count: number) => Array.from({ length: count }, () => new PostgresConnection(url));
    this.#readers = connections(READERS);
    this.#idleWriters = connections(WRITERS);
    this.#connections = [...this.#readers, ...this.#idleWriters];
  }

  /** Retried for a while after a lost connection: a read changes nothing. */
  async read<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]> {
    const since = performance.now();
    const bound = boundWrite({ statement, parameters });
    for (;;) {
      if (this.#isClosed) {
        throw new StoreError('The store is closed.');
      }
      this.#reads += 1;
      const reader = this.#readers[this.#reads % READERS] as PostgresConnection;
      try {
        const query = await reader.queryRunner();
        return (await query(bound)).rows as Row[];
      } catch (error) {
        if (!isLost(error) || isOver(since)) {
          throw storeError(error);
        }
        await pause(RECONNECT_PAUSE_MS);
      }
    }
  }

  /** Claiming again what this process has already claimed does no harm, so a claim may be retried like a read. */
  claim<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]> {
    return this.read(statement, parameters);
  }

  commit(unit: UnitOfWork): Promise<boolean> {
    if (this.#isClosed) {
      return Promise.reject(new StoreError('The store is closed.'));
    }
    if (this.#waiting.length >= WAITING_MAX) {
      return Promise.reject(new StoreError('Too many writes wait.'));
    }
    return new Promise((done, failed) => {
      this.#waiting.push({ unit: boundUnit(unit), since: performance.now(), done, failed });
      this.#startWriter();
    });
  }

  /** Waiting units are written first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#working.size > 0) {
      await Promise.all(this.#working);
    }
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  /** A writer starts at the end of this turn, with all units of the turn. */
  #startWriter(): void {
    const writer = this.#idleWriters.pop();
    if (writer === undefined) {
      return;
    }
    const work = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.#writeWaiting(writer))
      .finally(() => {
        this.#working.delete(work);
        this.#idleWriters.push(writer);
        if (this.#waiting.length > 0) {
          this.#startWriter();
        }
      });
    this.#working.add(work);
  }

  async #writeWaiting(writer: PostgresConnection): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = nextBatch(this.#waiting);
      this.#waiting = this.#waiting.slice(batch.length);
      const began = performance.now();
      await resolveUnits(writer, batch);
      this.#onCommit(batch.length, performance.now() - began);
    }
  }
}

/** A unit with two guards has a transaction of its own, since the first guard's write may have to be rolled back. */
function nextBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  const hasTwo = waiting.findIndex(({ unit }) => unit.secondGuard !== undefined);
  if (hasTwo === -1) {
    return waiting.slice(0, UNITS_MAX);
  }
  return waiting.slice(0, hasTwo === 0 ? 1 : Math.min(hasTwo, UNITS_MAX));
}

/** Resolves or rejects each unit of the batch. */
async function resolveUnits(writer: PostgresConnection, batch: readonly Waiting[]): Promise<void> {
  let left = batch;
  for (let tries = 1; left.length > 0; tries += 1) {
    try {
      const touched = await transaction(
        await writer.queryRunner(),
        left.map(({ unit }) => unit),
      );
      for (const [index, { done }] of left.entries()) {
        done(touched[index] as boolean);
      }
      return;
    } catch (error) {
      if (isLost(error) && !(error instanceof CommitInDoubt)) {
        left = withoutLate(left, error);
        await pause(RECONNECT_PAUSE_MS);
      } else if (!isTransient(error) || tries === TRIES_MAX) {
        // Nothing of the batch was written. Each unit gets its own transaction, so that only the invalid one fails.
        if (left.length > 1 && !(error instanceof CommitInDoubt)) {
          for (const one of left) {
            await resolveUnits(writer, [one]);
          }
        } else {
          for (const { failed } of left) {
            failed(storeError(error));
          }
        }
        return;
      }
    }
  }
}

/** Rejects those that have waited too long. @returns the others */
function withoutLate(batch: readonly Waiting[], error: unknown): readonly Waiting[] {
  const late = batch.filter(({ since }) => isOver(since));
  for (const { failed } of late) {
    failed(storeError(error));
  }
  return batch.filter((one) => !late.includes(one));
}

function isOver(since: number): boolean {
  return performance.now() - since > PATIENCE_MS;
}

/**
 * @returns which units passed their guards @throws CommitInDoubt, or the database's error; nothing is written then
 */
async function transaction(query: Query, units: readonly BoundUnit[]): Promise<boolean[]> {
  const passed = await guards(query, units);
  if (!passed.includes(true)) {
    await query(ROLLBACK);
    return passed;
  }
  const writes = units.flatMap((unit, index) => (passed[index] ? unit.writes : []));
  const done = await Promise.allSettled([...queryGrouped(query, writes), query(COMMIT)]);
  const error = firstError(done);
  if (error !== undefined) {
    if (isLost(error)) {
      throw new CommitInDoubt('The database was lost at a commit.', { cause: error });
    }
    throw error;
  }
  const commit = done.at(-1) as PromiseFulfilledResult<QueryResult>;
  if (commit.value.command !== 'COMMIT') {
    throw new StoreError(`A commit ended as ${commit.value.command}.`);
  }
  return passed;
}

/** The first guard of each unit in one round trip; the second guard, if the only unit has one, in another. */
async function guards(query: Query, units: readonly BoundUnit[]): Promise<boolean[]> {
  const first = units.map(({ guard }) => guard).filter((guard) => guard !== undefined);
  const done = await Promise.allSettled([query(BEGIN), ...queryGrouped(query, first)]);
  await throwFirst(query, done);
  const touched = done.slice(1).map((one) => (one as PromiseFulfilledResult<boolean>).value);
  const passed = units.map(({ guard }) => guard === undefined || (touched.shift() as boolean));
  const [unit] = units;
  if (unit?.secondGuard === undefined || passed[0] === false) {
    return passed;
  }
  const second = await Promise.allSettled(queryGrouped(query, [unit.secondGuard]));
  await throwFirst(query, second);
  return [(second[0] as PromiseFulfilledResult<boolean>).value];
}

async function throwFirst(query: Query, done: readonly PromiseSettledResult<unknown>[]): Promise<void> {
  const error = firstError(done);
  if (error === undefined) {
    return;
  }
  if (!isLost(error)) {
    await query(ROLLBACK);
  }
  throw error;
}

/** The original error, rather than one that it caused. */
function firstError(done: readonly PromiseSettledResult<unknown>[]): unknown {
  const errors = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return errors.find((error) => !isConsequence(error)) ?? errors[0];
}

/** @throws TypeError for a missing value: here, and not in the middle of a transaction */
function boundWrite({ statement, parameters }: Write): BoundWrite {
  const { grouped } = statement;
  const compiled = statement.compiled('postgres');
  return {
    compiled,
    values: bind(compiled.names, parameters).map(escapedText),
    ...(grouped && {
      grouped,
      row: bind(grouped.names, parameters).map(escapedText),
      identity: parameters[grouped.identity],
    }),
  };
}

function boundUnit({ guard, secondGuard, writes }: UnitOfWork): BoundUnit {
  return {
    ...(guard && { guard: boundWrite(guard) }),
    ...(secondGuard && { secondGuard: boundWrite(secondGuard) }),
    writes: writes.map(boundWrite),
  };
}

function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  return new StoreError('The store failed.', { cause: error, inDoubt: error instanceof CommitInDoubt });
}
