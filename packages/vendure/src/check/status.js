/** An order of Vendure in the words of the check, by what its staff see: states, payments and refunds. Pure. */
import { fromGateway } from '../money.js';
import { sum } from '../sum.js';

/** @import { HistoryService, Order, Payment } from '@vendure/core' */

/** Orders in these states may be paid. */
const OPEN = ['AddingItems', 'ArrangingPayment', 'ArrangingAdditionalPayment'];

/**
 * @param {Order} order with its payments and their refunds
 * @param {Awaited<ReturnType<HistoryService['getHistoryForOrder']>>['items']} transitions of the order's state, from its history
 * @param {number} precision the decimals of Vendure's units
 * @returns {{ state: string, paid: number, refunded: number, shipped: number }} amounts in Vendure's units
 */
export function statusOf({ state, totalWithTax, payments }, transitions, precision) {
  const paid = sum(payments.map((payment) => capturedOf(payment, precision)));
  const reserved = sum(payments.filter((payment) => payment.state === 'Authorized').map(({ amount }) => amount));
  const refunded = sum(
    payments.flatMap(({ refunds }) => refunds.filter((refund) => refund.state === 'Settled').map(({ total }) => total)),
  );
  const isDisputed = payments.some(({ metadata }) => metadata.chargedBack !== undefined);
  return {
    state: isDisputed ? 'disputed' : wordOf({ state, total: totalWithTax, paid, reserved, refunded }),
    paid,
    refunded,
    // Vendure lets the staff ship an order once it is settled.
    shipped: transitions.filter(({ data }) => data.to === 'PaymentSettled').length,
  };
}

/**
 * Vendure has no payment that is settled in part: the plugin writes the captured amount into the metadata.
 *
 * @param {Payment} payment
 * @param {number} precision
 */
function capturedOf({ state, amount, metadata }, precision) {
  return state === 'Settled' ? amount : state === 'Authorized' ? fromGateway(metadata.captured ?? 0, precision) : 0;
}

/** @param {{ state: string, total: number, paid: number, reserved: number, refunded: number }} order */
function wordOf({ state, total, paid, reserved, refunded }) {
  if (refunded > 0) {
    return refunded >= paid ? 'refunded' : 'part-refunded';
  }
  if (state === 'Cancelled') {
    return paid + reserved > 0 ? 'review' : 'cancelled';
  }
  if (paid > 0) {
    return paid < total || OPEN.includes(state) ? 'part-paid' : 'paid';
  }
  if (reserved > 0) {
    return state === 'PaymentAuthorized' ? 'reserved' : 'review';
  }
  return OPEN.includes(state) ? 'open' : 'review';
}
