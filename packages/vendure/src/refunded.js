import { sum } from './sum.js';

/** Refunds of these states took or take money back. */
const REFUNDED = ['Settled', 'Pending'];

/**
 * @param {readonly import('@vendure/core').Refund[]} refunds of a payment
 * @returns {number} in Vendure's units
 */
export function refundedOf(refunds) {
  return sum(refunds.filter(({ state }) => REFUNDED.includes(state)).map(({ total }) => total));
}
