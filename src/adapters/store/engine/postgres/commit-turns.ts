/**
 * The transactions in flight of all stores of a process on one server. A transaction takes as much processor time as
 * several units in it, on both sides. So a store with few waiting units lets the transaction of another store end
 * first, and meanwhile gets more units for its own.
 */

/** The time after which a transaction delays no other store: it is slow, or hangs. */
const DELAYS_MS_MAX = 10;

export class CommitTurns {
  readonly #delaysMs: number;
  /** The times at which the transactions in flight began, in milliseconds of the monotonic clock. */
  readonly #begun = new Set<{ readonly at: number }>();
  /** Wakes the stores with waiting units, in the order in which they began to wait. */
  readonly #waiting = new Set<() => void>();

  /** @param delaysMs the age after which a transaction in flight delays no other store */
  constructor(delaysMs = DELAYS_MS_MAX) {
    this.#delaysMs = delaysMs;
  }

  /** @returns a function to be called when the transaction has ended */
  begin(): () => void {
    const transaction = { at: performance.now() };
    this.#begun.add(transaction);
    return () => {
      this.#begun.delete(transaction);
      const [first] = this.#waiting;
      if (first !== undefined) {
        this.#waiting.delete(first);
        first();
      }
    };
  }

  /** @returns the longest time to wait for a transaction in flight; 0 if none is in flight, or all are slow */
  waitMs(): number {
    let newest = Number.NEGATIVE_INFINITY;
    for (const { at } of this.#begun) {
      newest = Math.max(newest, at);
    }
    return Math.max(0, newest + this.#delaysMs - performance.now());
  }

  /** @param wake called once, after a transaction has ended and those that have waited for longer have begun */
  wait(wake: () => void): void {
    this.#waiting.add(wake);
  }

  /** Call it when a store begins a transaction without having been woken, or closes. */
  leave(wake: () => void): void {
    this.#waiting.delete(wake);
  }
}

/** The turns of each server that a process has stores on. */
export class TurnsOnServers {
  readonly #turns = new Map<string, CommitTurns>();

  /** @param host the server's host and port */
  on(host: string): CommitTurns {
    const turns = this.#turns.get(host) ?? new CommitTurns();
    this.#turns.set(host, turns);
    return turns;
  }
}
