/**
 * Serialises what is done to one thing: a payer's second click waits for the result of the first, and a cancel never
 * runs between a status check and a payment. It holds within this process; across processes the order's own lock keeps
 * a payment single, and a provider's idempotency keys what is asked of it.
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
