/**
 * Detects dead gateway processes, where several work on one database. Each increments its heartbeat there. A process
 * whose heartbeat has not changed for several rounds is evicted by the next one that looks: its transactions in flight
 * are completed then, and its rows can be claimed.
 *
 * A round is ended by a process that has known it for two seconds, and by one process alone, so rounds count time
 * without comparing clocks: a clock that jumps evicts no process, and while all processes are suspended, or the
 * database is away, no round ends. They are counted in the database, so that a process that dies while it watches
 * another one leaves to the next what it has seen: where processes die again and again, what the first of them left is
 * completed all the same.
 *
 * A live process that is evicted, because it was suspended for longer than that, finds its row gone at its next
 * heartbeat and joins again under a new key. What it stored in between is fenced off by the order's fence; what it
 * would send in between is held back by its lease.
 */

import type { Log, Look, Peer, Processes } from '../ports/index.ts';
import { IntervalWorker } from './interval-worker.ts';

/** A check costs three small statements, and one more in each round. */
export const HEARTBEAT_INTERVAL_MS = 2_000;
/**
 * With a round of two seconds, 16 s without a heartbeat, and 14 s at least where several look: longer than a restart of
 * the database or a pause for garbage collection.
 */
export const MISSED_HEARTBEATS_MAX = 8;
/** A timer may be early. */
const ROUND_MS_MIN = HEARTBEAT_INTERVAL_MS - 200;
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
  /** The last look, and when it was over; undefined where there was nobody to look at. */
  #last: { readonly round: number; readonly at: number } | undefined;
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
    const { peers } = await this.#look();
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
    this.#last = look.peers.length === 0 ? undefined : { round: look.round, at: monotonic() };
    return look;
  }

  async #evict(peer: Peer): Promise<void> {
    const { processes, log, onEvicted } = this.#dependencies;
    if (!(await processes.evict(peer))) {
      return;
    }
    log.warn(
      { process: peer.key, host: peer.host, pid: peer.pid },
      'a gateway process has no heartbeat and is evicted; its transactions in flight are completed now',
    );
    onEvicted();
  }
}
