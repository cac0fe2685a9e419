/** Reads the gateway's order for Medusa. Pure. */
import { MathBN, PaymentActions, PaymentSessionStatus } from '@medusajs/framework/utils';
import { decimalsOf } from './currency-decimals.js';

const AUTHORIZATIONS = ['AUTHORIZATION', 'AUTHORIZATION_UPDATE'];

/** @param {object | undefined} order undefined if no payment was tried */
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

const ACTIONS = {
  [PaymentSessionStatus.AUTHORIZED]: PaymentActions.AUTHORIZED,
  [PaymentSessionStatus.CAPTURED]: PaymentActions.SUCCESSFUL,
};

/** The action that Medusa takes on a notification of the order. */
export const actionOf = (order) => ACTIONS[statusOf(order)] ?? PaymentActions.NOT_SUPPORTED;

/** Whether the payer paid what the session asks for now. */
export function isOf(order, { amount, currency }) {
  return order.currency === currency && MathBN.eq(order.amount, amount);
}

/** The transaction that a void has to name. */
export function authorizationOf({ transaction: transactions = [] }) {
  const authorization = transactions.findLast(
    ({ result, transaction: { type } }) => result === 'SUCCESS' && AUTHORIZATIONS.includes(type),
  );
  return authorization.transaction.id;
}

/** @returns {{ amount: string, currency: string }} with the decimals of the currency, ISO 4217 */
export function moneyOf(amount, currencyCode) {
  const currency = currencyCode.toUpperCase();
  return { amount: MathBN.convert(amount).toFixed(decimalsOf(currency)), currency };
}

function isCaptured({ amount, totalCapturedAmount }) {
  return MathBN.gte(totalCapturedAmount, amount);
}
