/**
 * The scaled-out engine: PostgreSQL, or what speaks its protocol, with several gateway processes on one database.
 *
 * The shared commit, as the embedded engine has it: the units that wait when a connection becomes free go into one
 * transaction. It takes two round trips: first the guards of all units, which lock their rows and tell which units
 * pass; then the writes of those that passed, and the commit. No lock outlives that, and the server drops the
 * transaction of a process that stands still in between.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Engine, type OnCommit, StoreError, type UnitOfWork, type Write } from './engine.ts';
import {
  isConsequence,
  isLost,
  isTransient,
  PostgresConnection,
  plain,
  type Query,
  type QueryResult,
} from './postgres-connection.ts';
import { type BoundWrite, queryGrouped } from './postgres-groups.ts';
import { escapedText } from './postgres-text.ts';
import { bind, type Parameters, type Statement } from './statement.ts';

/**
 * While one transaction is on its way, the next one is filled and sent. More of them only divide the same work into
 * smaller ones.
 */
const WRITERS = 2;
/** Their look-ups are pipelined, so a few serve any number of requests. */
const READERS = 2;
/** Units in one transaction: bounds how long the rows of the first are locked. */
const UNITS_MAX = 256;
/** At 5,000 a second, two seconds of work: beyond it a unit would only wait to be too late. */
const WAITING_MAX = 10_000;
/** A database that restarts is back in this time, and nobody notices. */
const PATIENCE_MS = 3_000;
const RECONNECT_PAUSE_MS = 100;
/** Of a serialization failure or deadlock; each try meets other neighbours. */
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

  /** Asked again for a while where the connection is lost: a question changes nothing. */
  async read<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]> {
    const since = performance.now();
    const question = boundWrite({ statement, parameters });
    for (;;) {
      if (this.#isClosed) {
        throw new StoreError('The store is closed.');
      }
      this.#reads += 1;
      const reader = this.#readers[this.#reads % READERS] as PostgresConnection;
      try {
        const query = await reader.queryRunner();
        return (await query(question)).rows as Row[];
      } catch (error) {
        if (!isLost(error) || isOver(since)) {
          throw storeError(error);
        }
        await pause(RECONNECT_PAUSE_MS);
      }
    }
  }

  /** Taking again what this process has taken already does no harm, so it may be repeated like a question. */
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
      this.#employ();
    });
  }

  /** What waits is written first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#working.size > 0) {
      await Promise.all(this.#working);
    }
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  /** A writer begins at the end of this turn, with all that the turn brings. */
  #employ(): void {
    const writer = this.#idleWriters.pop();
    if (writer === undefined) {
      return;
    }
    const work = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.#workOff(writer))
      .finally(() => {
        this.#working.delete(work);
        this.#idleWriters.push(writer);
        if (this.#waiting.length > 0) {
          this.#employ();
        }
      });
    this.#working.add(work);
  }

  async #workOff(writer: PostgresConnection): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = nextBatch(this.#waiting);
      this.#waiting = this.#waiting.slice(batch.length);
      const began = performance.now();
      await settleUnits(writer, batch);
      this.#onCommit(batch.length, performance.now() - began);
    }
  }
}

/** A unit with two guards has a transaction of its own, since what the first one did may have to be undone. */
function nextBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  const hasTwo = waiting.findIndex(({ unit }) => unit.secondGuard !== undefined);
  if (hasTwo === -1) {
    return waiting.slice(0, UNITS_MAX);
  }
  return waiting.slice(0, hasTwo === 0 ? 1 : Math.min(hasTwo, UNITS_MAX));
}

/** Ends the wait of each unit in the batch. */
async function settleUnits(writer: PostgresConnection, batch: readonly Waiting[]): Promise<void> {
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
        // Nothing of the batch was written. Each unit gets a transaction of its own, so that only the bad one fails.
        if (left.length > 1 && !(error instanceof CommitInDoubt)) {
          for (const one of left) {
            await settleUnits(writer, [one]);
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

/** Fails those that have waited long enough. @returns the others */
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
 * @returns which units passed their guards @throws CommitInDoubt, or what the database said; nothing is written then
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

/** The first guard of each unit in one round trip; the second one, which only a unit of its own has, in another. */
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

/** What went wrong first, and not what only followed from it. */
function firstError(done: readonly PromiseSettledResult<unknown>[]): unknown {
  const errors = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return errors.find((error) => !isConsequence(error)) ?? errors[0];
}

/** @throws TypeError for a value that is missing: here, and not in the middle of a transaction */
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
