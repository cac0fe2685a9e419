/**
 * @typedef {object} SessionData which Medusa stores with a payment session and its payment
 * @property {string} orderId at the gateway
 * @property {string} session the checkout's
 * @property {string} url
 * @property {string} amount
 * @property {string} currency
 */

/**
 * @param {Record<string, unknown> | undefined} data of a payment session or payment of this provider
 * @returns {SessionData}
 */
export function sessionOf(data) {
  return /** @type {any} */ (data);
}
