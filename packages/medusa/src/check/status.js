/** A cart of Medusa and its order in the words of the check, by what the staff see in the admin. Pure. */
import { MathBN } from '@medusajs/framework/utils';

/** @import { BigNumberInput } from '@medusajs/framework/types' */

/**
 * @typedef {object} ShopOrder
 * @property {string} id
 * @property {string} status
 * @property {string} payment_status
 * @property {Record<string, unknown> | null} [metadata]
 * @property {readonly { payments?: readonly ShopPayment[] }[]} payment_collections
 */

/** @typedef {{ amount: BigNumberInput }} Row */
/** @typedef {{ captures?: readonly Row[], refunds?: readonly Row[] }} ShopPayment */

/** @type {Readonly<Record<string, string>>} */
const WORDS = {
  authorized: 'reserved',
  captured: 'paid',
  partially_captured: 'part-paid',
  partially_refunded: 'part-refunded',
  refunded: 'refunded',
  // The payment was voided, and the order waits for the staff.
  canceled: 'review',
};

/**
 * @param {object} cart
 * @param {readonly ShopOrder[]} cart.orders which the cart has become
 * @param {boolean} cart.isRemoved
 * @param {boolean} cart.hasNotice the staff was told about a payment of it
 * @returns {{ state: string, paid: string, refunded: string, shipped: number }}
 */
export function statusOf({ orders, isRemoved, hasNotice }) {
  const [order] = orders;
  if (order === undefined) {
    const state = hasNotice ? 'review' : isRemoved ? 'cancelled' : 'open';
    return { state, paid: '0.00', refunded: '0.00', shipped: 0 };
  }
  const payments = orders.flatMap((one) => one.payment_collections).flatMap((collection) => collection.payments ?? []);
  const paid = sum(payments.flatMap(({ captures = [] }) => captures));
  const refunded = sum(payments.flatMap(({ refunds = [] }) => refunds));
  // Medusa lets the staff ship an order as soon as it exists.
  return { state: stateOf(order), paid: paid.toFixed(2), refunded: refunded.toFixed(2), shipped: orders.length };
}

/** @param {ShopOrder} order */
function stateOf({ status, payment_status, metadata }) {
  if (metadata?.chargeback !== undefined) {
    return 'disputed';
  }
  if (status === 'canceled') {
    return payment_status === 'canceled' ? 'cancelled' : payment_status === 'refunded' ? 'refunded' : 'review';
  }
  return WORDS[payment_status] ?? 'open';
}

/** @param {readonly Row[]} rows */
function sum(rows) {
  return rows.reduce((total, { amount }) => MathBN.add(total, amount), MathBN.convert(0));
}
