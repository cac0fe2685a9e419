import { payAddress } from '../../session/page-addresses.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { readEntered, showErrors } from '../entered-form.ts';
import { inquireBalance } from '../gift-card-balance.ts';
import { refuseOutdated } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';

/** Details may be missing: only the gift card is needed. */
export async function askBalance(dependencies: PayerDependencies, submission: OpenSubmission): Promise<string> {
  const { posted, found } = submission;
  const entered = readEntered(dependencies, submission);
  const { sourceOfFunds, form } = entered;
  const refused = await refuseOutdated(dependencies, submission, form);
  if (refused !== undefined) {
    return refused;
  }
  if (sourceOfFunds === undefined) {
    return showErrors(dependencies, found.session, entered);
  }
  await inquireBalance(dependencies, found, { from: posted.from, sourceOfFunds, form });
  return payAddress(found.session.id);
}
