/** Captures and refunds of one order one after the other: the gateway refuses one that comes while another is open. */

/** @type {Map<string, Promise<unknown>>} */
const last = new Map();

/**
 * @template T
 * @param {string} orderId
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTurn(orderId, work) {
  const turn = (last.get(orderId) ?? Promise.resolve()).then(work, work);
  last.set(orderId, turn);
  const forget = () => {
    if (last.get(orderId) === turn) {
      last.delete(orderId);
    }
  };
  turn.then(forget, forget);
  return turn;
}
