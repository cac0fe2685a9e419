import type { RequestFields } from '../../../contract/request-fields.ts';
import { without } from '../../../contract/values.ts';
import { blankForm } from '../../payer/posted-form.ts';
import { shopOf } from '../../receipt/shop.ts';
import { merchantFields } from '../../session/given-details.ts';
import type { CheckoutSession } from '../../session/session.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { storedSession } from '../../status/payment-link.ts';
import { returnAddressByKey } from '../../status/return-address-by-key.ts';
import { makeAttempt } from '../attempt.ts';
import type { Command } from '../command.ts';
import { initiation } from '../provider-payment.ts';
import { refuseOutdated, refuseOvertaken } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';

/** Initiates the payment; the next page redirects the payer to the provider. */
export async function payAtProvider(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  { provider }: Command<'payAtProvider'>,
): Promise<string> {
  const { posted, found, state } = submission;
  const { session, merchant } = found;
  const form = blankForm(posted, session);
  const refused = await refuseOutdated(dependencies, submission, form);
  if (refused !== undefined) {
    return refused;
  }
  const stored = await storedSession(dependencies, session);
  if ((await dependencies.sessionService.collect(stored, {}, form)) === undefined) {
    return refuseOvertaken(dependencies, submission);
  }
  return makeAttempt(dependencies, posted, found, {
    transactionId: state.attempt,
    operation: 'INITIATE_BROWSER_PAYMENT',
    values: initiation(paymentFields(session), provider, session.checkout),
    returnUrl: returnAddressByKey(session.key),
    shopName: shopOf(merchant, session.fields).name,
  });
}

/** The checkout's fields that an INITIATE_BROWSER_PAYMENT has too. */
function paymentFields(session: CheckoutSession): RequestFields {
  return without(merchantFields(session), ['interaction', 'checkoutMode', 'paymentLink', 'order.id', 'sourceOfFunds']);
}
