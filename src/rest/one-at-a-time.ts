/**
 * Runs slow checks of passwords one after another, for all callers together: a check occupies one of the few threads of
 * the process, which payments need as well.
 */

/** A part of the waiting places: the checks with this name are at most so many, the one in progress included. */
export interface Share {
  readonly name: string;
  readonly max: number;
}

export class OneAtATime {
  readonly #waitingMax: number;
  readonly #running = new Map<string, Promise<boolean>>();
  readonly #shares = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param waitingMax checks, the one in progress included; further ones are refused at once */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /**
   * @param name of what is checked: calls with one name share a check, as in a merchant's first burst after a start
   * @param shares which the check is counted in
   * @returns undefined, without a check, when too many wait already, of all or of a share
   */
  run(name: string, check: () => Promise<boolean>, shares: readonly Share[] = []): Promise<boolean> | undefined {
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

  #count(shares: readonly Share[], change: number): void {
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
