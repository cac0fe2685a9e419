import { blankForm } from '../../payer/posted-form.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import type { HeldForm } from '../challenge-queue/hold.ts';
import type { Command } from '../command.ts';
import { payWithInstrument } from '../pay-with-instrument.ts';
import { refuseOutdated } from '../refusal.ts';
import { savedSource } from '../saved-cards.ts';
import type { OpenSubmission } from '../submission.ts';

export async function payWithSavedCard(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  { saved }: Command<'payWithSavedCard'>,
): Promise<HeldForm | string> {
  const form = blankForm(submission.posted, submission.found.session);
  const refused = await refuseOutdated(dependencies, submission, form);
  if (refused !== undefined) {
    return refused;
  }
  return payWithInstrument(dependencies, submission, {
    sourceOfFunds: saved.sourceOfFunds,
    stored: savedSource(saved),
    savesCard: false,
    details: undefined,
    form,
  });
}
