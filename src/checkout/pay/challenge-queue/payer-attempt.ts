/** Counts a payer's attempts on the page, by network and by keyed hashes. */
import { resultOf } from '../../../contract/gateway-codes.ts';
import type { SourceOfFundsFields } from '../../../contract/request-fields.ts';
import { declineClass, type Merchant, type PayerSubjects } from '../../../core/index.ts';
import type { StoredTransaction } from '../../../core/ports/index.ts';
import { networkOf } from '../../../platform/limits/index.ts';
import type { PostedForm } from '../../payer/posted-form.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';

/** @returns the payer's network, and the keyed hashes by which the payer is counted */
export function subjectsOf(
  { gateway }: Pick<PayerDependencies, 'gateway'>,
  { from, payer }: Pick<PostedForm, 'from' | 'payer'>,
): { readonly network: string; readonly subjects: PayerSubjects } {
  const network = networkOf(from);
  return { network, subjects: gateway.payerLimits.subjectsOf(network, payer?.csrfSecret) };
}

interface PayerAttempt {
  readonly subjects: PayerSubjects;
  /** Read before the payment, after which a declined card is removed. */
  readonly sourceOfFunds: SourceOfFundsFields | undefined;
}

/**
 * Counts a payment by card or gift card that the issuer approved, or that the issuer or a limit declined. An unanswered
 * payment does not count.
 */
export function countAttempt(
  { gateway }: Pick<PayerDependencies, 'gateway'>,
  { key: merchantKey, profile: { limits } }: Merchant,
  { subjects, sourceOfFunds }: PayerAttempt,
  { outcome }: Pick<StoredTransaction, 'outcome'>,
): void {
  if (outcome === undefined) {
    return;
  }
  const isDeclined = declineClass(outcome.gatewayCode, outcome.reply ?? { acquirerCode: '' }) !== undefined;
  if (isDeclined || resultOf(outcome.gatewayCode) === 'SUCCESS') {
    const number = sourceOfFunds?.provided?.card?.number ?? sourceOfFunds?.provided?.giftCard?.number;
    gateway.payerLimits.countAttempt({ merchantKey, limits }, subjects, number, isDeclined);
  }
}
