/**
 * Delays answers, so that their callers send fewer requests. A delayed answer occupies a connection, so the number of
 * delayed answers is limited: to one per connection, because a client can pipeline requests without reading an answer,
 * and to a maximum per network and in total. Beyond a limit the answer is sent at once and the connection is closed,
 * because a new connection costs the caller more than the delay.
 */
import { networkOf } from './network.ts';

const DELAY_MS = 1_000;
/** The maximum number of delayed answers of all callers together. */
const WAITING_MAX = 1_000;
/**
 * The maximum number of delayed answers per network, enough for the browsers of an office. Further connections, such as
 * a scanner's, are closed.
 */
const WAITING_PER_NETWORK_MAX = 50;

export class WaitingAnswers {
  readonly #connections = new Set<object>();
  readonly #networks = new Map<string, number>();

  /**
   * @param from the caller's IP address
   * @param connection the caller's socket, or another object that identifies the connection
   * @returns true after the delay; false at once if a limit is reached, so that the caller must close the connection
   *   after the answer
   */
  async wait(from: string, connection: object): Promise<boolean> {
    const network = networkOf(from);
    const ofNetwork = this.#networks.get(network) ?? 0;
    const isFull = this.#connections.size >= WAITING_MAX || ofNetwork >= WAITING_PER_NETWORK_MAX;
    if (isFull || this.#connections.has(connection)) {
      return false;
    }
    this.#connections.add(connection);
    this.#networks.set(network, ofNetwork + 1);
    await new Promise((resolve) => {
      // The timer is unreferenced, so that a delayed answer does not keep the process alive.
      setTimeout(resolve, DELAY_MS).unref();
    });
    this.#connections.delete(connection);
    const left = (this.#networks.get(network) ?? 1) - 1;
    if (left === 0) {
      this.#networks.delete(network);
    } else {
      this.#networks.set(network, left);
    }
    return true;
  }
}
