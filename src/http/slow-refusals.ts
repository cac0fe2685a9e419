/**
 * Lets refusals wait that one address causes by the hundred. Whoever sends them one behind the other then gets one a
 * second on each connection, and whoever sends more at once loses the connection with the answer. Callers who proved
 * who they are never wait.
 */
import { LeakyBuckets, networkOf, WaitingAnswers } from '../limits/index.ts';

/** From one address: more than a shop with a mistake in its addresses, or an office of payers, ever causes. */
const REFUSALS_PER_SECOND = 100;

export class SlowRefusals {
  readonly #refusals = new LeakyBuckets({
    size: REFUSALS_PER_SECOND,
    drainMs: 1_000,
    now: () => performance.now(),
  });
  readonly #waiting = new WaitingAnswers();

  /**
   * Counts a refusal, and resolves when it may be answered.
   *
   * @param from the caller's address @param connection its socket
   * @returns whether the connection may go on after the answer
   */
  async wait(from: string, connection: object): Promise<boolean> {
    return !this.#refusals.overflows(networkOf(from)) || this.#waiting.wait(from, connection);
  }
}
