/**
 * What a payer does with one session happens one after the other: a second click waits for the first one's result, and
 * a cancel never lands between a look and a payment. Within this process; across processes the order's own lock keeps a
 * payment single.
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
