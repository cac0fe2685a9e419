/**
 * The answers that wait, so that their callers ask less often. A waiting answer holds a connection, so places are
 * bounded: on a connection one answer waits at a time, since requests can be sent one behind the other without reading
 * an answer; and a network has a few of all places, so that it cannot take the others'. Whoever gets no place is
 * answered at once, and its connection is closed: a new connection costs the caller more than the wait.
 */
import { networkOf } from './network.ts';

const DELAY_MS = 1_000;
/** Of all callers. */
const WAITING_MAX = 1_000;
/** A scanner's connections, or an office's browsers: the rest of a larger flood is closed. */
const WAITING_PER_NETWORK_MAX = 50;

export class WaitingAnswers {
  readonly #connections = new Set<object>();
  readonly #networks = new Map<string, number>();

  /**
   * @param from the caller's address @param connection its socket, or whatever stands for it
   * @returns false at once where the answer has no place to wait, and its connection is to be closed with it; true
   *   after the wait
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
      // Unreferenced, so that a waiting answer does not keep the process alive.
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
