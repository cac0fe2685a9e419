/** Turns in this process, one at a time for each key, in the sequence in which they were asked for. */

/** @import { Response } from 'express' */

export class Turns {
  /**
   * The end of the last turn of each key.
   *
   * @type {Map<unknown, Promise<void>>}
   */
  #last = new Map();
  /**
   * The keys whose turn a request has, by its response.
   *
   * @type {WeakMap<Response, Set<unknown>>}
   */
  #held = new WeakMap();

  /**
   * Waits for the turns before it.
   *
   * @param {unknown} key
   * @returns {Promise<() => void>} ends the turn
   */
  async begin(key) {
    const before = this.#last.get(key);
    /** @type {() => void} */
    let over = () => undefined;
    const end = new Promise((resolve) => {
      over = () => resolve(undefined);
    });
    this.#last.set(key, end);
    await before;
    return () => {
      if (this.#last.get(key) === end) {
        this.#last.delete(key);
      }
      over();
    };
  }

  /**
   * A turn that ends when the request has its answer, or with the work if there is no request. A request that has the
   * turn goes on with it.
   *
   * @template T
   * @param {unknown} key
   * @param {Response | undefined} response
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async untilAnswered(key, response, work) {
    const held = response && this.#held.get(response);
    if (held?.has(key)) {
      return work();
    }
    const end = await this.begin(key);
    if (response === undefined || response.closed) {
      return work().finally(end);
    }
    this.#held.set(response, (held ?? new Set()).add(key));
    response.once('close', end);
    return work();
  }
}
