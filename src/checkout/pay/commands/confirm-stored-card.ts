import { blankForm } from '../../payer/posted-form.ts';
import { payAddress } from '../../session/page-addresses.ts';
import { type PayerDependencies, thisMonth } from '../../status/checkout-status.ts';
import { confirmedCard } from '../../status/confirmed-card.ts';
import { storedSession } from '../../status/payment-link.ts';
import { showNotice } from '../attempt.ts';
import { firstAuthentication } from '../authentication/card.ts';
import { payAuthenticated } from '../authentication/pay-authenticated.ts';
import { noticeFor, refuseOvertaken } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';

/** The button of a confirmation link's page: the payer is authenticated for the stored card, which is then charged. */
export async function confirmStoredCard(dependencies: PayerDependencies, submission: OpenSubmission): Promise<string> {
  const { posted, found, proof, state } = submission;
  const { session } = found;
  const notice = noticeFor(submission, session, state);
  // The payer entered no data: an expired page is as good as a new one.
  const isOldAlone = notice === 'again' && (proof.genuine || posted.sameOrigin);
  if (notice !== undefined && !isOldAlone) {
    return showNotice(dependencies, posted, session, notice);
  }
  const card = await confirmedCard(dependencies.gateway, found, thisMonth(dependencies));
  if (card === undefined) {
    return payAddress(session.id);
  }
  const authentication = {
    ...firstAuthentication(dependencies, posted, found, state.attempt, {
      isRest: false,
      savesCard: undefined,
      isSaved: false,
    }),
    isMandated: true,
  } as const;
  const stored = await storedSession(dependencies, session);
  const values = { sourceOfFunds: card.sourceOfFunds, authentication };
  const waiting = await dependencies.sessionService.collect(stored, values, blankForm(posted, session));
  return waiting === undefined ? refuseOvertaken(dependencies, submission) : payAuthenticated(dependencies, waiting);
}
