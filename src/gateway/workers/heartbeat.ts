/**
 * Detects dead gateway processes, where several work on one database. Each increments its heartbeat there. A process
 * that has checked another's heartbeat several times in a row, and has never seen it change, evicts the other: its
 * transactions in flight are completed then, and its rows can be claimed.
 *
 * Checks are counted and no clocks are compared, so a clock that jumps evicts no process; and a process that was itself
 * suspended checked none meanwhile. A live process that is evicted, because it was suspended for longer than that,
 * finds its row gone at its next heartbeat and joins again under a new key. What it stored in between is fenced off by
 * the order's fence; what it would send in between is held back by its lease.
 */

import type { Log, Peer, Processes } from '../ports/index.ts';
import { IntervalWorker } from './interval-worker.ts';

/** A check costs two small statements. */
export const HEARTBEAT_INTERVAL_MS = 2_000;
/**
 * With a check every two seconds, 16 s without a heartbeat: longer than a restart of the database or a pause for
 * garbage collection.
 */
export const MISSED_HEARTBEATS_MAX = 8;
/**
 * How long after its last heartbeat a process still holds its lease: well below what the others wait before they evict
 * it.
 */
export const LEASE_MS = 10_000;

export interface HeartbeatDependencies {
  readonly processes: Processes;
  /** A monotonic clock, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Called when a process was evicted, so that its transactions are completed at once. */
  readonly onEvicted: () => void;
}

export class Heartbeat extends IntervalWorker {
  readonly #dependencies: HeartbeatDependencies;
  /** How often each of the others was seen with this heartbeat. */
  #seen = new Map<number, { readonly heartbeats: number; readonly checks: number }>();
  #heartbeatAt: number;

  constructor(dependencies: HeartbeatDependencies) {
    super({
      intervalMs: HEARTBEAT_INTERVAL_MS,
      run: () => this.check(),
      log: dependencies.log,
      failure: 'a heartbeat could not be stored; trying again',
    });
    this.#dependencies = dependencies;
    this.#heartbeatAt = dependencies.monotonic();
  }

  /** False: another process may have taken over what this one began, so this one must send nothing. */
  holdsLease(): boolean {
    return this.#dependencies.monotonic() - this.#heartbeatAt <= LEASE_MS;
  }

  /** One heartbeat and one check of the others. */
  async check(): Promise<void> {
    const { processes, monotonic, log } = this.#dependencies;
    const began = monotonic();
    if (!(await processes.heartbeat())) {
      log.warn({}, 'another process evicted this one; it has joined again');
    }
    // The time before the statement, since its answer may have been delayed.
    this.#heartbeatAt = began;
    const others = await processes.others();
    this.#seen = new Map(
      others.map((peer) => [peer.key, { heartbeats: peer.heartbeats, checks: this.#missedBy(peer) }]),
    );
    for (const peer of others) {
      if ((this.#seen.get(peer.key)?.checks ?? 0) > MISSED_HEARTBEATS_MAX) {
        await this.#evict(peer);
      }
    }
  }

  #missedBy({ key, heartbeats }: Peer): number {
    const seen = this.#seen.get(key);
    return seen?.heartbeats === heartbeats ? seen.checks + 1 : 1;
  }

  async #evict(peer: Peer): Promise<void> {
    const { processes, log, onEvicted } = this.#dependencies;
    if (!(await processes.evict(peer))) {
      return;
    }
    log.warn(
      { process: peer.key },
      'a gateway process has no heartbeat and is evicted; its transactions in flight are completed now',
    );
    onEvicted();
  }
}
