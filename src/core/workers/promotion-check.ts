/**
 * After the promotion of another database server, a process sends no messages until every other process has stored a
 * heartbeat there. Each process refuses a server without commits that were confirmed to it, so a heartbeat shows that
 * the server has them. A process whose commits are lost closes the store instead; without this wait, another process
 * could meanwhile carry out a merchant's repeat of a lost payment.
 *
 * A process that has died with the former server stores none. It is evicted, and it stays unknown whether its last
 * commits are lost.
 */
import type { Log, Peer } from '../ports/index.ts';

export interface PromotionCheckDependencies {
  /** The database's lineage. Its timeline is another number after each promotion. */
  readonly lineage: { readonly timeline: number };
  /** The last timeline that was checked. Absent: the present one. */
  readonly checked?: number | undefined;
  readonly log: Log;
  /** Called with the timeline that was checked. */
  readonly onChecked: (timeline: number) => void;
}

interface Wait {
  readonly timeline: number;
  /** The other processes without a new heartbeat, with the number of their earlier ones. */
  readonly silent: Map<number, number>;
  /** False once a process was evicted without a heartbeat. */
  isComplete: boolean;
}

export class PromotionCheck {
  readonly #dependencies: PromotionCheckDependencies;
  #checked: number;
  #wait: Wait | undefined;
  /** True if this process, or another live one, used the former server. */
  #hasWitness: boolean;

  constructor(dependencies: PromotionCheckDependencies) {
    this.#dependencies = dependencies;
    const { lineage, checked = lineage.timeline } = dependencies;
    this.#checked = checked;
    this.#hasWitness = checked === lineage.timeline;
  }

  /** False from a promotion until the other processes were heard. */
  get isPassed(): boolean {
    return this.#dependencies.lineage.timeline === this.#checked;
  }

  /** @param peers all other processes, as the present server has them */
  look(peers: readonly Peer[]): void {
    if (this.isPassed) {
      this.#wait = undefined;
      return;
    }
    const { timeline } = this.#dependencies.lineage;
    const heartbeats = new Map(peers.map((peer) => [peer.key, peer.heartbeats]));
    if (this.#wait?.timeline !== timeline) {
      this.#wait = { timeline, silent: heartbeats, isComplete: true };
    }
    const { silent } = this.#wait;
    for (const [key, before] of silent) {
      const now = heartbeats.get(key);
      if (now !== before) {
        silent.delete(key);
        this.#hasWitness ||= now !== undefined;
        this.#wait.isComplete &&= now !== undefined;
      }
    }
    if (silent.size === 0) {
      this.#pass(this.#wait);
    }
  }

  #pass({ timeline, isComplete }: Wait): void {
    const { log, onChecked } = this.#dependencies;
    if (isComplete && this.#hasWitness) {
      log.info({ timeline }, 'the database has failed over, and has the commits of every gateway process');
    } else {
      log.warn({ timeline }, UNKNOWN);
    }
    this.#checked = timeline;
    this.#hasWitness = true;
    this.#wait = undefined;
    onChecked(timeline);
  }
}

const UNKNOWN =
  'the database has failed over, and a gateway process that used the former server has ended: if its standby was ' +
  'asynchronous, compare it with the ledgers, see turnpike reconcile';
