/** The members of a payment that the shop's staff compares with the acquirer's statement, for Vendure's admin. Pure. */
import { decimalsOf } from './currency-decimals.js';
import { fromGateway } from './money.js';

const PAYMENTS = ['AUTHORIZATION', 'PAYMENT'];

/**
 * @param {import('@turnpike/client').OrderAnswer} answer
 * @returns {Readonly<Record<string, string | undefined>>} metadata of the payment, which customers do not see
 */
export function paymentDetails(answer) {
  const { id, currency, totalAuthorizedAmount, totalCapturedAmount, chargeback, transaction = [] } = answer;
  const paid = transaction.findLast((one) => one.result === 'SUCCESS' && isPayment(one));
  const isPart = totalCapturedAmount > 0 && totalCapturedAmount < totalAuthorizedAmount;
  return {
    gatewayOrder: id,
    ...instrumentOf(paid?.sourceOfFunds ?? answer.sourceOfFunds),
    authorizationCode: paid?.transaction.authorizationCode,
    receipt: paid?.transaction.receipt,
    captured: isPart ? decimal(totalCapturedAmount, currency) : undefined,
    chargedBack: chargeback && decimal(chargeback.amount, currency),
  };
}

/** @typedef {import('@turnpike/client').OrderAnswer} OrderAnswer */
/** @typedef {NonNullable<OrderAnswer['transaction']>[number]} TransactionOfOrder */

/**
 * The tries of the payer that were declined, each with an id that the shop stores.
 *
 * @param {import('@turnpike/client').OrderAnswer} answer
 * @param {number} precision the decimals of Vendure's units
 */
export function declinedTries({ id, transaction = [] }, precision) {
  const declined = transaction.filter((one) => one.result === 'FAILURE' && isPayment(one));
  return declined.map(({ transaction: { id: tryId, amount, receipt }, response, sourceOfFunds }) => ({
    transactionId: `${id}/${tryId}`,
    amount: fromGateway(amount, precision),
    errorMessage: response.gatewayCode,
    metadata: { gatewayOrder: id, ...instrumentOf(sourceOfFunds), receipt },
  }));
}

/** @param {TransactionOfOrder} one */
function isPayment({ transaction: { type } }) {
  return PAYMENTS.includes(type);
}

/**
 * The number is masked by the gateway.
 *
 * @param {OrderAnswer['sourceOfFunds']} source
 */
function instrumentOf(source) {
  const { card, giftCard } = source?.provided ?? {};
  return { paidWith: card?.brand ?? source?.type, cardNumber: (card ?? giftCard)?.number };
}

/**
 * @param {number} amount
 * @param {string} currency
 */
function decimal(amount, currency) {
  return amount.toFixed(decimalsOf(currency));
}
