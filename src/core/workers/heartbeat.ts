/**
 * Detects dead gateway processes among several on one database. Each process increments its heartbeat there. A process
 * without a heartbeat for several rounds is evicted by the next process that checks: its transactions in flight are
 * then completed, and its rows can be claimed.
 *
 * A round is ended by a process that has observed it for two seconds. Rounds thus measure time without comparing
 * clocks: a clock jump evicts no process, and no round ends while all processes are suspended or the database is
 * unavailable. Rounds are counted in the database, so that observations survive the death of the observer: even if
 * processes die repeatedly, the transactions of the first are completed.
 *
 * A live process that is evicted, because it was suspended for longer, finds its row missing at its next heartbeat and
 * rejoins under a new key. The order's fence rejects its writes in between, and its lease prevents it from sending.
 */

import type { Log, Look, Peer, Processes } from '../ports/index.ts';
import { IntervalWorker } from './interval-worker.ts';
import type { PromotionCheck } from './promotion-check.ts';

/** The interval of heartbeats. A check takes three small statements, and one more in each round. */
export const HEARTBEAT_INTERVAL_MS = 2_000;
/**
 * The number of missed heartbeats after which a process is evicted. With rounds of two seconds, a process is evicted
 * after 16 s without a heartbeat, or after at least 14 s if several processes observe it. Database restarts and
 * garbage-collection pauses are shorter.
 */
export const MISSED_HEARTBEATS_MAX = 8;
/** The time after the last heartbeat of a dead process within which another one has evicted it. */
export const EVICTED_MS_MAX = (MISSED_HEARTBEATS_MAX + 1) * HEARTBEAT_INTERVAL_MS;
/** The number of missed heartbeats after which a process no longer counts as one that shares the polls. */
const MISSED_BY_ABSENT = 3;
/** A tolerance, because timers may fire early. */
const ROUND_MS_MIN = HEARTBEAT_INTERVAL_MS - 200;
/** The interval while this process waits for the others after a promotion, short because payments wait. */
const PROMOTION_POLL_MS = 250;
/** The duration of a lease after the last heartbeat: well below the time after which other processes evict. */
export const LEASE_MS = 10_000;

export interface HeartbeatDependencies {
  readonly processes: Processes;
  /** Absent for an engine without standbys. */
  readonly promotion?: PromotionCheck | undefined;
  /** A monotonic clock, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Called after an eviction, so that the process's transactions are completed at once. */
  readonly onEvicted: () => void;
}

export class Heartbeat extends IntervalWorker {
  readonly #dependencies: HeartbeatDependencies;
  /** The round of the last observation, and when it was first seen; undefined if there were no other processes. */
  #last: { readonly round: number; readonly at: number } | undefined;
  #heartbeatAt: number;
  #hasBegun = false;
  #processes = 1;

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

  /** The number of processes that had a heartbeat lately, with this one. */
  get processes(): number {
    return this.#processes;
  }

  /**
   * False if another process may have taken over the work of this process, or if the database may lack commits. It must
   * not send messages then.
   */
  holdsLease(): boolean {
    return this.#dependencies.promotion?.isPassed !== false && this.#isRecent();
  }

  #isRecent(): boolean {
    return this.#dependencies.monotonic() - this.#heartbeatAt <= LEASE_MS;
  }

  /** The monotonic time before the last confirmed heartbeat was sent; undefined before the first one. */
  get confirmedAt(): number | undefined {
    return this.#hasBegun ? this.#heartbeatAt : undefined;
  }

  /** Sends one heartbeat, and checks the other processes once. */
  async check(): Promise<void> {
    const { processes, promotion, monotonic, log } = this.#dependencies;
    const began = monotonic();
    if (!(await processes.heartbeat())) {
      log.warn({}, 'another process evicted this one; it has joined again');
    }
    // The lease counts from before the statement, because its answer may have been delayed.
    this.#heartbeatAt = began;
    this.#hasBegun = true;
    const { peers } = await this.#look();
    this.#processes = 1 + peers.filter(({ silentRounds }) => silentRounds < MISSED_BY_ABSENT).length;
    promotion?.look(peers);
    if (promotion?.isPassed === false) {
      setTimeout(() => this.wake(), PROMOTION_POLL_MS).unref();
    }
    for (const peer of peers) {
      if (peer.silentRounds >= MISSED_HEARTBEATS_MAX) {
        await this.#evict(peer);
      }
    }
  }

  async #look(): Promise<Look> {
    const { processes, monotonic } = this.#dependencies;
    if (this.#last !== undefined && monotonic() - this.#last.at >= ROUND_MS_MIN) {
      await processes.endRound(this.#last.round);
    }
    const look = await processes.look();
    if (look.peers.length === 0) {
      this.#last = undefined;
    } else if (this.#last?.round !== look.round) {
      this.#last = { round: look.round, at: monotonic() };
    }
    return look;
  }

  async #evict(peer: Peer): Promise<void> {
    const { processes, log, onEvicted } = this.#dependencies;
    if (!(await processes.evict(peer))) {
      return;
    }
    log.warn(
      { evicted: { process: peer.key, host: peer.host, pid: peer.pid } },
      'a gateway process has no heartbeat and is evicted; its transactions in flight are completed now',
    );
    onEvicted();
  }
}
