/** The gateway's order as the shop needs it. */
import { fromGateway } from './money.js';
import { declinedTries, paymentDetails } from './payment-details.js';

const AUTHORIZATIONS = ['AUTHORIZATION', 'AUTHORIZATION_UPDATE'];

/**
 * @typedef {object} GatewayOrder
 * @property {string} id
 * @property {string} currency ISO 4217
 * @property {number} authorized reserved or captured, in Vendure's units, and not voided
 * @property {number} captured refunds do not reduce it
 * @property {number} refunded
 * @property {number} chargedBack
 * @property {boolean} isVoided the authorization was voided
 * @property {boolean} isOpen a payment is under way: pending, or with an unknown result
 * @property {string | undefined} authorizationId transaction id of the newest successful authorization
 * @property {readonly string[]} failedIds transaction ids
 * @property {Readonly<Record<string, string | undefined>>} details for the shop's staff
 * @property {ReturnType<typeof declinedTries>} declined in the sequence of the payer
 */

/**
 * @param {import('@turnpike/client').OrderAnswer} answer
 * @param {number} precision the decimals of Vendure's units
 * @returns {GatewayOrder}
 */
export function gatewayOrder(answer, precision) {
  const { id, currency, status, result, transaction = [] } = answer;
  const authorization = transaction.findLast(
    ({ transaction: { type }, result: outcome }) => outcome === 'SUCCESS' && AUTHORIZATIONS.includes(type),
  );
  return {
    id,
    currency,
    authorized: fromGateway(Math.max(answer.totalAuthorizedAmount, answer.totalCapturedAmount), precision),
    captured: fromGateway(answer.totalCapturedAmount, precision),
    refunded: fromGateway(answer.totalRefundedAmount, precision),
    chargedBack: fromGateway(answer.chargeback?.amount ?? 0, precision),
    isVoided: status === 'CANCELLED',
    isOpen: result === 'PENDING' || result === 'UNKNOWN',
    authorizationId: authorization?.transaction.id,
    failedIds: transaction.filter(({ result: outcome }) => outcome === 'FAILURE').map((one) => one.transaction.id),
    details: paymentDetails(answer),
    declined: declinedTries(answer, precision),
  };
}
