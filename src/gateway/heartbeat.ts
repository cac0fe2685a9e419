/**
 * Which gateway processes live, where several work on one database. Each counts its beats there. A process that has
 * looked at another's count several times in a row, and has never seen it grow, takes the other for dead and removes
 * it: what that one left under way is ended then, and its rows go to whoever takes them.
 *
 * Looks are counted and no clocks are compared, so a clock that jumps buries nobody; and a process that was itself held
 * up looked at nobody meanwhile. A process that is buried alive, because it stood still for longer than that, finds its
 * row gone at its next beat and joins anew. What it stored in between is guarded by the order's fence; what it would
 * send in between is held back here.
 */
import type { Log } from './gateway.ts';
import { IntervalWorker } from './interval-worker.ts';

export interface Peer {
  readonly key: number;
  readonly heartbeats: number;
}

export interface Processes {
  /**
   * Counts one beat more. False when another process has removed this one: it has joined anew then, under another key.
   */
  heartbeat(): Promise<boolean>;
  /** All others that are not removed. */
  others(): Promise<Peer[]>;
  /** Removes one, unless it has beaten since. */
  evict(peer: Peer): Promise<boolean>;
}

/** A look costs two small statements. */
export const HEARTBEAT_INTERVAL_MS = 2_000;
/**
 * With a look every two seconds, 16 s without a beat: longer than a database's restart or a pause for garbage takes.
 */
export const MISSED_HEARTBEATS_MAX = 8;
/** So long after its last beat a process still trusts that nobody has buried it: well below what the others wait. */
export const LEASE_MS = 10_000;

export interface HeartbeatDependencies {
  readonly processes: Processes;
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Told when a process was buried, so that what it left is ended at once. */
  readonly onEvicted: () => void;
}

export class Heartbeat extends IntervalWorker {
  readonly #dependencies: HeartbeatDependencies;
  /** How often each of the others was looked at with this count of beats. */
  #seen = new Map<number, { readonly beats: number; readonly looks: number }>();
  #heartbeatAt: number;

  constructor(dependencies: HeartbeatDependencies) {
    super({
      intervalMs: HEARTBEAT_INTERVAL_MS,
      run: () => this.check(),
      log: dependencies.log,
      failure: 'a sign of life could not be stored; trying again',
    });
    this.#dependencies = dependencies;
    this.#heartbeatAt = dependencies.monotonic();
  }

  /** False: another process may have taken over what this one began, so nothing of it may be sent. */
  holdsLease(): boolean {
    return this.#dependencies.monotonic() - this.#heartbeatAt <= LEASE_MS;
  }

  /** One beat and one look at the others. */
  async check(): Promise<void> {
    const { processes, monotonic, log } = this.#dependencies;
    const began = monotonic();
    if (!(await processes.heartbeat())) {
      log.warn({}, 'another process took this one for dead; it has joined anew');
    }
    // From before the question, since the answer may have been long on its way.
    this.#heartbeatAt = began;
    const others = await processes.others();
    this.#seen = new Map(others.map((peer) => [peer.key, { beats: peer.heartbeats, looks: this.#missedBy(peer) }]));
    for (const peer of others) {
      if ((this.#seen.get(peer.key)?.looks ?? 0) > MISSED_HEARTBEATS_MAX) {
        await this.#evict(peer);
      }
    }
  }

  #missedBy({ key, heartbeats }: Peer): number {
    const seen = this.#seen.get(key);
    return seen?.beats === heartbeats ? seen.looks + 1 : 1;
  }

  async #evict(peer: Peer): Promise<void> {
    const { processes, log, onEvicted } = this.#dependencies;
    if (!(await processes.evict(peer))) {
      return;
    }
    log.warn({ process: peer.key }, 'a gateway process gives no sign of life; what it left under way is ended now');
    onEvicted();
  }
}
