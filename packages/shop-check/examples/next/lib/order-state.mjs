/**
 * The state of a shop's order by what the gateway says of it. All example shops in JavaScript have this file.
 *
 * @typedef {object} ShopOrder
 * @property {number} amount
 * @property {string} currency
 * @property {boolean} isCancelled by the shop's staff
 *
 * @typedef {object} GatewayOrder the answer to a retrieval of the order; empty if the gateway does not know the order
 * @property {string} [status]
 * @property {string} [result]
 * @property {string} [currency]
 * @property {number} [totalAuthorizedAmount]
 * @property {number} [totalCapturedAmount]
 * @property {number} [totalRefundedAmount]
 * @property {{ amount?: number }} [chargeback]
 *
 * @param {ShopOrder} order
 * @param {GatewayOrder} answer
 */
export function orderState({ amount, currency, isCancelled }, answer) {
  const {
    totalAuthorizedAmount: reserved = 0,
    totalCapturedAmount: paid = 0,
    totalRefundedAmount: refunded = 0,
  } = answer;
  if ((answer.chargeback?.amount ?? 0) > 0) {
    return 'disputed';
  }
  if (refunded > 0) {
    return refunded >= paid ? 'refunded' : 'part-refunded';
  }
  if (paid > 0) {
    // Money for a cancelled order, or another amount than the order's, is for the staff to decide.
    if (isCancelled || paid > amount || answer.currency !== currency) {
      return 'review';
    }
    return paid < amount ? 'part-paid' : 'paid';
  }
  if (isCancelled || answer.status === 'CANCELLED') {
    return 'cancelled';
  }
  if (answer.result === 'PENDING' || answer.result === 'UNKNOWN') {
    return 'pending';
  }
  return reserved > 0 ? 'reserved' : 'open';
}
