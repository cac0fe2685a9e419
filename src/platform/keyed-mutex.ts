/**
 * Serialises actions on one key: a payer's second click waits for the result of the first, and a cancellation cannot
 * run between a status check and a payment. The mutex works only within this process. Across processes the order's lock
 * prevents a second payment, and idempotency keys prevent a second request to a provider.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, action: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(action, action);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) {
        this.#last.delete(key);
      }
    }
  }
}
