/**
 * Lets refusals wait that one address causes by the hundred. Whoever waits for an answer before the next request, as a
 * scanner does, then takes a few of them a second in place of a processor. Callers who proved who they are never wait.
 */
import { GuessBudget, networkOf } from '../rest/guess-budget.ts';

/** From one address: more than a shop with a mistake in its addresses, or an office of payers, ever causes. */
const REFUSALS_PER_SECOND = 100;
const DELAY_MS = 1_000;
/** Refusals that wait at one moment. Beyond, they are answered at once. */
const WAITING_MAX = 1_000;

export class SlowRefusals {
  readonly #budget = new GuessBudget({
    guesses: REFUSALS_PER_SECOND,
    drainMs: 1_000,
    now: () => performance.now(),
  });
  #waiting = 0;

  /** Counts a refusal, and resolves when it may be answered. @param from the caller's address */
  async wait(from: string): Promise<void> {
    if (!this.#budget.isSpentBy(networkOf(from)) || this.#waiting >= WAITING_MAX) {
      return;
    }
    this.#waiting += 1;
    await new Promise((resolve) => {
      // Unreferenced, so that a waiting answer does not keep the process alive.
      setTimeout(resolve, DELAY_MS).unref();
    });
    this.#waiting -= 1;
  }
}
