/**
 * Where passwords are checked after too many wrong ones: one at a time for each guesser, with a pause after each wrong
 * one. A right password waits its turn and passes, so that who guesses at a merchant does not lock the merchant out.
 */
export interface ThrottleOptions {
  /** How long the lane rests after a wrong password. */
  readonly pauseMs: number;
  /** Of one guesser, the one under way included: more are turned away at once. */
  readonly waitingMax: number;
}

export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #lanes = new Map<string, { waiting: number; free: Promise<void> }>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /**
   * @param check whether the password is right
   * @returns undefined, without a check, when too many wait already
   */
  async run(guesser: string, check: () => Promise<boolean>): Promise<boolean | undefined> {
    const lane = this.#lanes.get(guesser) ?? { waiting: 0, free: Promise.resolve() };
    if (lane.waiting >= this.#options.waitingMax) {
      return undefined;
    }
    this.#lanes.set(guesser, lane);
    lane.waiting += 1;
    const checked = lane.free.then(check);
    lane.free = checked.then(
      (right) => (right ? undefined : pause(this.#options.pauseMs)),
      () => undefined,
    );
    const { free } = lane;
    void free.then(() => {
      lane.waiting -= 1;
      if (lane.waiting === 0) {
        this.#lanes.delete(guesser);
      }
    });
    return checked;
  }
}

/** Holds no process open: nobody waits for a pause but the next try. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
