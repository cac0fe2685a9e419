/**
 * The challenge queue: forms of suspicious payers that wait in this process for a proof of work, or for the end of
 * their wait. Typed data stays in the memory of the request that sent it, as during a call to the acquirer: no more
 * card data is stored. The queue is bounded, since each entry holds a form, and so is each network's share.
 */

/** About 30 MB of forms and their data. */
const PLACES_MAX = 1_000;
/** Enough for an office's payers, or one bot's: a larger flood must press Pay again. */
const PLACES_PER_NETWORK_MAX = 50;

export class ChallengeQueue {
  /** By wait id: functions that end the wait. */
  readonly #waiting = new Map<string, () => void>();
  readonly #networks = new Map<string, number>();
  /** Includes forms that do not wait yet. */
  #places = 0;
  #isClosed = false;

  /** Set on shutdown: waiting forms stop, since a process that shuts down sends no more payments. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @returns false if the queue is full */
  enter(network: string): boolean {
    const ofNetwork = this.#networks.get(network) ?? 0;
    if (this.#isClosed || this.#places >= PLACES_MAX || ofNetwork >= PLACES_PER_NETWORK_MAX) {
      return false;
    }
    this.#places += 1;
    this.#networks.set(network, ofNetwork + 1);
    return true;
  }

  leave(network: string): void {
    this.#places -= 1;
    const left = (this.#networks.get(network) ?? 1) - 1;
    if (left === 0) {
      this.#networks.delete(network);
    } else {
      this.#networks.set(network, left);
    }
  }

  /** Resolves when `pause` does, or as soon as this process is notified that the wait is over. */
  async sleep(wait: string, pause: Promise<unknown>): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    const woken = Promise.withResolvers<void>();
    this.#waiting.set(wait, woken.resolve);
    try {
      await Promise.race([pause, woken.promise]);
    } finally {
      this.#waiting.delete(wait);
    }
  }

  /** Ends a wait after the payer's browser has solved its challenge. Other processes poll for that. */
  wake(wait: string): void {
    this.#waiting.get(wait)?.();
  }

  /** Wakes all waiting forms. */
  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting.values()) {
      wake();
    }
  }
}
