/**
 * The slow lane: forms of suspicious payers that wait in this process for a proof of work, or for their time. What was
 * typed stays in memory of the one request that sent it, as it does while an acquirer is asked: nothing more of a card
 * is stored for it. Places are bounded, since each holds a form, and a network has a few of all.
 */

/** Some 30 MB of forms and what they are checked against. */
const PLACES_MAX = 1_000;
/** An office's payers, or a bot's: the rest of a larger flood is told to press again. */
const PLACES_PER_NETWORK_MAX = 50;

export class SlowLane {
  /** By wait: ends it. */
  readonly #waiting = new Map<string, () => void>();
  readonly #networks = new Map<string, number>();
  #places = 0;

  /** @returns false where there is no place */
  enter(network: string): boolean {
    const ofNetwork = this.#networks.get(network) ?? 0;
    if (this.#places >= PLACES_MAX || ofNetwork >= PLACES_PER_NETWORK_MAX) {
      return false;
    }
    this.#networks.set(network, ofNetwork + 1);
    this.#places += 1;
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

  /** Resolves when `pause` does, or as soon as this process was told that the wait is over. */
  async sleep(wait: string, pause: Promise<unknown>): Promise<void> {
    const woken = Promise.withResolvers<void>();
    this.#waiting.set(wait, woken.resolve);
    try {
      await Promise.race([pause, woken.promise]);
    } finally {
      this.#waiting.delete(wait);
    }
  }

  /** The payer's browser has solved its challenge. Another process looks for that by itself. */
  wake(wait: string): void {
    this.#waiting.get(wait)?.();
  }
}
