/**
 * The standby from which lists are read: whether it is this store's, how old its data is, and whether to use it.
 *
 * `check` runs once a second. A read uses the standby only if the last check has dated its data, and the date is within
 * the bound. After a lost connection no read tries it again before the next check has succeeded.
 */
import type { Engine } from '../engine/engine.ts';
import type { StandbyConnections, StandbyFailure } from '../engine/postgres/standby-connections.ts';
import type { Statement } from '../engine/statement.ts';
import { HeartbeatMarks, type Mark } from './marks.ts';
import { type StandbyCondition, type StandbyState, schemaProblem } from './schema-problem.ts';
import { findProcess, rowFrom } from './statements.ts';

/** Counts of this process. */
export interface StandbyCounts {
  readonly reads: { readonly primary: number; readonly standby: number };
  /** Reads that failed on the standby, and went to the primary. */
  readonly fallbacks: Readonly<Record<StandbyFailure, number>>;
}

export interface StandbyDependencies {
  readonly primary: Engine;
  readonly connections: StandbyConnections;
  /** This process, whose row is compared. */
  readonly process: { readonly key: number };
  /** The time of the oldest change of this process that the index of orders lacks; undefined if there is none. */
  readonly behindSince: () => number | undefined;
  readonly ageMsMax: number;
  /** The monotonic clock, milliseconds. */
  readonly monotonic?: () => number;
}

/** How often a server that is no standby any more is compared with the other hosts. */
const RECONSIDER_MS = 60_000;

export class Standby {
  readonly #dependencies: StandbyDependencies;
  readonly #monotonic: () => number;
  readonly #marks: HeartbeatMarks;
  readonly #reads = { primary: 0, standby: 0 };
  readonly #fallbacks = { CONFLICT: 0, FAILED: 0, LOST: 0 };
  #condition: StandbyCondition = 'AWAY';
  #mark: Mark | undefined;
  /** True if the open connections lead to this store, with its migrations. */
  #isKnown = false;
  #openedAt = 0;

  constructor(dependencies: StandbyDependencies) {
    this.#dependencies = dependencies;
    this.#monotonic = dependencies.monotonic ?? (() => performance.now());
    // A mark must outlast the bound by the intervals of heartbeats and checks.
    this.#marks = new HeartbeatMarks(2 * dependencies.ageMsMax + RECONSIDER_MS);
  }

  get counts(): StandbyCounts {
    return { reads: this.#reads, fallbacks: this.#fallbacks };
  }

  get condition(): StandbyCondition {
    return this.#condition === 'READY' && this.mark() === undefined ? 'LATE' : this.#condition;
  }

  /** The age of its data by the last check; undefined if the data could not be dated. */
  get ageMs(): number | undefined {
    return this.#mark && this.#monotonic() - this.#mark.at;
  }

  /** The mark of the data that a read finds now; undefined if the standby is not to be used. */
  mark(): Mark | undefined {
    const isUsable =
      this.#condition === 'READY' &&
      this.#dependencies.connections.isOpen &&
      (this.ageMs ?? Number.POSITIVE_INFINITY) <= this.#dependencies.ageMsMax;
    return isUsable ? this.#mark : undefined;
  }

  /** @returns undefined if the standby failed, and the primary is to be read */
  async read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[] | undefined> {
    const { connections } = this.#dependencies;
    try {
      const rows = await connections.read(statement, parameters);
      this.#reads.standby += 1;
      return rows;
    } catch (error) {
      // A missing parameter is an error of the caller.
      if (error instanceof TypeError) {
        throw error;
      }
      const failure = connections.failureOf(error);
      this.#fallbacks[failure] += 1;
      if (failure === 'LOST') {
        this.#drop('AWAY');
      }
      return undefined;
    }
  }

  countPrimary(): void {
    this.#reads.primary += 1;
  }

  /**
   * Connects if there is no connection, and dates the standby's data.
   *
   * @param heartbeatAt the monotonic time before this process's last confirmed heartbeat was sent; undefined before the
   *   first one
   * @throws StoreError if the primary cannot be read; the condition stays as it was
   */
  async check(heartbeatAt: number | undefined): Promise<StandbyState> {
    const { primary, process, behindSince } = this.#dependencies;
    const sample = { at: this.#monotonic(), indexedUntil: behindSince() ?? Date.now() };
    const [own] = await primary.read(findProcess, { key: process.key });
    if (own !== undefined && heartbeatAt !== undefined) {
      this.#marks.note(rowFrom(own), heartbeatAt, sample);
    }
    const state = await this.#look().catch((error: unknown): StandbyState => {
      this.#drop('AWAY');
      return { condition: 'AWAY', cause: error instanceof Error ? error.message : String(error) };
    });
    this.#condition = state.condition;
    if (state.condition !== 'READY' && this.#dependencies.connections.hasSeveralHosts) {
      this.#drop(state.condition);
    }
    return state;
  }

  async #look(): Promise<StandbyState> {
    const { primary, connections, process, ageMsMax } = this.#dependencies;
    await this.#connect();
    if (!this.#isKnown) {
      const problem = await schemaProblem(primary, connections);
      if (problem !== undefined) {
        return problem;
      }
      this.#isKnown = true;
    }
    const [copied] = await connections.read(findProcess, { key: process.key });
    this.#mark = copied && this.#marks.markOf(rowFrom(copied));
    const { ageMs } = this;
    if (ageMs === undefined) {
      return { condition: 'LATE', cause: 'it does not have the heartbeats of this process' };
    }
    return ageMs > ageMsMax ? { condition: 'LATE', cause: `its data is ${Math.round(ageMs)} ms old` } : READY;
  }

  async #connect(): Promise<void> {
    const { connections } = this.#dependencies;
    const isDue = this.#monotonic() - this.#openedAt > RECONSIDER_MS;
    if (connections.isOpen && connections.hasSeveralHosts && isDue) {
      this.#openedAt = this.#monotonic();
      if (!(await connections.isStandby())) {
        this.#drop(this.#condition);
      }
    }
    if (!connections.isOpen) {
      // Until the check has ended, no page reads from a server that was not examined.
      this.#condition = 'AWAY';
      this.#isKnown = false;
      await connections.open();
      this.#openedAt = this.#monotonic();
    }
  }

  #drop(condition: StandbyCondition): void {
    this.#condition = condition;
    this.#isKnown = false;
    this.#dependencies.connections.drop();
  }

  close(): Promise<void> {
    return this.#dependencies.connections.close();
  }
}

const READY: StandbyState = { condition: 'READY' };
