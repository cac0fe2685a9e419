/**
 * Runs slow checks of passwords one after another, for all callers together: a check occupies one of the few threads of
 * the process, which payments need as well.
 */
export class OneAtATime {
  readonly #waitingMax: number;
  readonly #running = new Map<string, Promise<boolean>>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param waitingMax checks, the one in progress included; further ones are refused at once */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /**
   * @param name of what is checked: calls with one name share a check, as in a merchant's first burst after a start
   * @returns undefined, without a check, when too many wait already
   */
  run(name: string, check: () => Promise<boolean>): Promise<boolean> | undefined {
    const running = this.#running.get(name);
    if (running !== undefined || this.#running.size >= this.#waitingMax) {
      return running;
    }
    const checked = this.#last.then(check).finally(() => this.#running.delete(name));
    this.#running.set(name, checked);
    this.#last = checked.catch(() => undefined);
    return checked;
  }
}
