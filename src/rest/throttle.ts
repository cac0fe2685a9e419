/**
 * Checks passwords after too many wrong ones: one at a time for each guesser, with a pause after each wrong one. A
 * right password waits its turn and passes, so that guessing at a merchant does not lock the merchant out.
 */
export interface ThrottleOptions {
  /** How long the next check waits after a wrong password. */
  readonly pauseMs: number;
  /** Of one guesser, the one in progress included. Further calls are refused at once. */
  readonly waitingMax: number;
}

export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #queues = new Map<string, { waiting: number; free: Promise<void> }>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /**
   * @param check whether the password is right
   * @returns undefined, without a check, when too many wait already
   */
  async run(guesser: string, check: () => Promise<boolean>): Promise<boolean | undefined> {
    const queue = this.#queues.get(guesser) ?? { waiting: 0, free: Promise.resolve() };
    if (queue.waiting >= this.#options.waitingMax) {
      return undefined;
    }
    this.#queues.set(guesser, queue);
    queue.waiting += 1;
    const checked = queue.free.then(check);
    queue.free = checked.then(
      (right) => (right ? undefined : pause(this.#options.pauseMs)),
      () => undefined,
    );
    const { free } = queue;
    void free.then(() => {
      queue.waiting -= 1;
      if (queue.waiting === 0) {
        this.#queues.delete(guesser);
      }
    });
    return checked;
  }
}

/** Unreferenced, so that a pause does not keep the process alive: only the next check waits for it. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
