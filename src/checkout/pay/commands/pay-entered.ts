import type { PayerDependencies } from '../../status/checkout-status.ts';
import type { HeldForm } from '../challenge-queue/hold.ts';
import { acceptEntered } from '../entered-form.ts';
import { payWithInstrument } from '../pay-with-instrument.ts';
import { savesCard } from '../saved-cards.ts';
import type { OpenSubmission } from '../submission.ts';

export async function payEntered(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
): Promise<HeldForm | string> {
  const entered = await acceptEntered(dependencies, submission);
  if (typeof entered === 'string') {
    return entered;
  }
  const { sourceOfFunds, details, form } = entered;
  return payWithInstrument(dependencies, submission, {
    sourceOfFunds,
    stored: sourceOfFunds,
    savesCard: form.method === 'card' ? savesCard(submission.found, submission.posted.fields) : undefined,
    isSaved: false,
    details,
    form,
  });
}
