/** The members of a payment that the shop's staff compares with the acquirer's statement, for Vendure's admin. Pure. */
import { decimalsOf } from './money.js';

const PAYMENTS = ['AUTHORIZATION', 'PAYMENT'];

/**
 * @param {import('@turnpike/client').OrderAnswer} answer
 * @returns {Readonly<Record<string, string | undefined>>} metadata of the payment, which customers do not see
 */
export function paymentDetails(answer) {
  const { id, status, currency, totalAuthorizedAmount, totalCapturedAmount, chargeback, transaction = [] } = answer;
  const paid = transaction.findLast(
    ({ transaction: { type }, result }) => result === 'SUCCESS' && PAYMENTS.includes(type),
  );
  const { type, provided: { card, giftCard } = {} } = paid?.sourceOfFunds ?? answer.sourceOfFunds ?? {};
  const isPart = totalCapturedAmount > 0 && totalCapturedAmount < totalAuthorizedAmount;
  return {
    gatewayOrder: id,
    gatewayStatus: status,
    paidWith: card?.brand ?? type,
    cardNumber: (card ?? giftCard)?.number,
    authorizationCode: paid?.transaction.authorizationCode,
    receipt: paid?.transaction.receipt,
    captured: isPart ? decimal(totalCapturedAmount, currency) : undefined,
    chargedBack: chargeback && decimal(chargeback.amount, currency),
  };
}

function decimal(amount, currency) {
  return amount.toFixed(decimalsOf(currency));
}
