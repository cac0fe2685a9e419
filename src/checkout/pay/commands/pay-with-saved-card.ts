import { brandOf } from '../../../contract/card-rules.ts';
import { readSecurityCode } from '../../payer/form.ts';
import { blankForm } from '../../payer/posted-form.ts';
import { payAddress } from '../../session/page-addresses.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import type { HeldForm } from '../challenge-queue/hold.ts';
import type { Command } from '../command.ts';
import { payWithInstrument } from '../pay-with-instrument.ts';
import { refuseOutdated } from '../refusal.ts';
import { asksSecurityCode, savedSource } from '../saved-cards.ts';
import type { OpenSubmission } from '../submission.ts';

export async function payWithSavedCard(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  { saved }: Command<'payWithSavedCard'>,
): Promise<HeldForm | string> {
  const { posted, found } = submission;
  const { session, merchant } = found;
  const form = { ...blankForm(posted, session), saved: saved.choice.id };
  const refused = await refuseOutdated(dependencies, submission, form);
  if (refused !== undefined) {
    return refused;
  }
  const brand = brandOf(saved.sourceOfFunds.provided?.card?.number?.reveal() ?? '');
  const read = asksSecurityCode(merchant) ? readSecurityCode(posted.fields, brand) : { errors: {} };
  if (Object.keys(read.errors).length > 0) {
    await dependencies.sessions.setForm(session.key, { ...form, errors: read.errors });
    return payAddress(session.id);
  }
  if (saved.kept !== undefined) {
    await dependencies.gateway.savedCards.use(merchant, saved.kept);
  }
  return payWithInstrument(dependencies, submission, {
    sourceOfFunds: saved.sourceOfFunds,
    stored: savedSource(saved, read.sourceOfFunds),
    savesCard: undefined,
    isSaved: true,
    details: undefined,
    form,
  });
}
