/**
 * Delays refusals for an IP address that causes hundreds of them. A client that sends requests one after another then
 * gets one refusal per second on each connection, and a client that sends more in parallel loses its connection.
 * Authenticated callers are not delayed.
 */
import { LeakyBuckets, networkOf, WaitingAnswers } from '../../platform/limits/index.ts';

/** The maximum rate per IP address: more than a shop with wrong URLs or an office of payers causes. */
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
   * @param from the caller's IP address @param connection the caller's socket
   * @returns false if the connection must be closed after the answer
   */
  async wait(from: string, connection: object): Promise<boolean> {
    return !this.#refusals.addAndCheck(networkOf(from)) || this.#waiting.wait(from, connection);
  }
}
