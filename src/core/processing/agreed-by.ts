/**
 * Finds the payments that set up an agreement. The network's transaction identifier is stored with the outcome, for the
 * agreement's later payments.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import type { TransactionType } from '../order/order.ts';
import type { AgreementPayment, AgreementTerms, StoredTransaction } from '../ports/index.ts';

const TERMS = ['expiryDate', 'minimumDaysBetweenPayments', 'numberOfPayments', 'type'] as const;

const INITIAL: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION']);

/**
 * @param transaction the transaction with its outcome, as it will be stored
 * @returns undefined if the payment has no agreement, or the network assigned no identifier
 */
export function agreedBy({ request, outcome }: StoredTransaction): AgreementPayment | undefined {
  const { id, ...said } = request.details.agreement ?? {};
  const { instrument } = request;
  const transactionIdentifier = outcome?.reply?.transactionIdentifier;
  const agrees =
    INITIAL.has(request.type) &&
    instrument.type === 'CARD' &&
    instrument.storedOnFile === 'TO_BE_STORED' &&
    outcome !== undefined &&
    resultOf(outcome.gatewayCode) === 'SUCCESS';
  return agrees && id !== undefined && transactionIdentifier !== undefined
    ? { agreementId: id, transactionIdentifier, terms: termsOf(said) }
    : undefined;
}

function termsOf(said: AgreementTerms): AgreementTerms {
  return Object.fromEntries(TERMS.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])));
}
