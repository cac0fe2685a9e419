/** Reads the gateway's order for Medusa. Pure. */
import { MathBN, PaymentActions, PaymentSessionStatus } from '@medusajs/framework/utils';
import { decimalsOf } from './currency-decimals.js';

/** @import { OrderAnswer } from '@turnpike/client' */
/** @import { BigNumberInput } from '@medusajs/framework/types' */

const AUTHORIZATIONS = ['AUTHORIZATION', 'AUTHORIZATION_UPDATE'];

/** @param {OrderAnswer | undefined} order undefined if no payment was tried */
export function statusOf(order) {
  if (order?.result === 'PENDING' || order?.result === 'UNKNOWN') {
    return PaymentSessionStatus.PENDING;
  }
  switch (order?.status) {
    case 'AUTHORIZED':
    case 'PARTIALLY_CAPTURED':
      return PaymentSessionStatus.AUTHORIZED;
    case 'CAPTURED':
      return PaymentSessionStatus.CAPTURED;
    case 'PARTIALLY_REFUNDED':
      return isCaptured(order) ? PaymentSessionStatus.CAPTURED : PaymentSessionStatus.AUTHORIZED;
    case 'REFUNDED':
    case 'CANCELLED':
      return PaymentSessionStatus.CANCELED;
    default:
      // The payer may try again on the page.
      return PaymentSessionStatus.REQUIRES_MORE;
  }
}

/** @type {Partial<Record<PaymentSessionStatus, PaymentActions>>} */
const ACTIONS = {
  [PaymentSessionStatus.AUTHORIZED]: PaymentActions.AUTHORIZED,
  [PaymentSessionStatus.CAPTURED]: PaymentActions.SUCCESSFUL,
};

/**
 * The action that Medusa takes on a notification of the order.
 *
 * @param {OrderAnswer | undefined} order
 */
export const actionOf = (order) => ACTIONS[statusOf(order)] ?? PaymentActions.NOT_SUPPORTED;

/**
 * Whether the payer paid what the session asks for now.
 *
 * @param {OrderAnswer} order
 * @param {{ amount: string, currency: string }} money
 */
export function isOf(order, { amount, currency }) {
  return order.currency === currency && MathBN.eq(order.amount, amount);
}

/**
 * The transaction that a void has to name.
 *
 * @param {OrderAnswer} order with a successful authorization
 */
export function authorizationOf({ transaction: transactions = [] }) {
  const authorization = transactions.findLast(
    ({ result, transaction: { type } }) => result === 'SUCCESS' && AUTHORIZATIONS.includes(type),
  );
  if (authorization === undefined) {
    throw new TypeError('The order has no successful authorization.');
  }
  return authorization.transaction.id;
}

/**
 * The gateway answers the repeat of a failed transaction as the first, so the staff's next try has another id.
 *
 * @param {string} id
 * @param {OrderAnswer | undefined} order
 */
export function unfailedId(id, { transaction: transactions = [] } = /** @type {OrderAnswer} */ ({})) {
  const failed = transactions.filter(({ result }) => result === 'FAILURE').map(({ transaction }) => transaction.id);
  let free = id;
  for (let number = 2; failed.includes(free); number += 1) {
    free = `${id}-${number}`;
  }
  return free;
}

/**
 * @param {BigNumberInput} amount
 * @param {string} currencyCode in capitals or not
 * @returns {{ amount: string, currency: string }} with the decimals of the currency, ISO 4217
 */
export function moneyOf(amount, currencyCode) {
  const currency = currencyCode.toUpperCase();
  return { amount: MathBN.convert(amount).toFixed(decimalsOf(currency)), currency };
}

/** @param {OrderAnswer} order */
function isCaptured({ amount, totalCapturedAmount }) {
  return MathBN.gte(totalCapturedAmount, amount);
}
