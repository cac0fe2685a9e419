/**
 * Delays answers, so that their callers send fewer requests. A delayed answer occupies a connection, so the places are
 * bounded: each connection has at most one, since requests can be pipelined without reading an answer, and a network
 * has a share of all places. Without a place the answer is sent at once and the connection is closed: a new connection
 * costs the caller more than the delay.
 */
import { networkOf } from './network.ts';

const DELAY_MS = 1_000;
/** For all callers together. */
const WAITING_MAX = 1_000;
/** Enough for the browsers of an office. The other connections of a larger flood, such as a scanner's, are closed. */
const WAITING_PER_NETWORK_MAX = 50;

export class WaitingAnswers {
  readonly #connections = new Set<object>();
  readonly #networks = new Map<string, number>();

  /**
   * @param from the caller's address
   * @param connection its socket, or an object that identifies it
   * @returns false at once if there is no place: the connection is to be closed after the answer; true after the delay
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
      // Unreferenced, so that a delayed answer does not keep the process alive.
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
