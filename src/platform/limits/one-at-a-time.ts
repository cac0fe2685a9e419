/**
 * Runs slow password checks one after another for all callers: each occupies one of the process's few threads, which
 * payments need too.
 */

/** A quota of the queue: at most `max` checks with this name, including the one in progress. */
export interface QueueQuota {
  readonly name: string;
  readonly max: number;
}

export class OneAtATime {
  readonly #waitingMax: number;
  readonly #running = new Map<string, Promise<boolean>>();
  readonly #shares = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param waitingMax the most checks, including the one in progress; further checks are refused at once */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /**
   * @param name the name of the check: concurrent calls with the same name share it, as in a merchant's first burst
   *   after a start
   * @param shares the quotas that the check counts against
   * @returns undefined, without a check, if the queue or a quota is full
   */
  run(name: string, check: () => Promise<boolean>, shares: readonly QueueQuota[] = []): Promise<boolean> | undefined {
    const running = this.#running.get(name);
    const isFull = shares.some((share) => (this.#shares.get(share.name) ?? 0) >= share.max);
    if (running !== undefined || isFull || this.#running.size >= this.#waitingMax) {
      return running;
    }
    this.#count(shares, 1);
    const checked = this.#last.then(check).finally(() => {
      this.#running.delete(name);
      this.#count(shares, -1);
    });
    this.#running.set(name, checked);
    this.#last = checked.catch(() => undefined);
    return checked;
  }

  #count(shares: readonly QueueQuota[], change: number): void {
    for (const { name } of shares) {
      const checks = (this.#shares.get(name) ?? 0) + change;
      if (checks === 0) {
        this.#shares.delete(name);
      } else {
        this.#shares.set(name, checks);
      }
    }
  }
}
