/** Submits a confirmation link's page: the payer is authenticated for the stored card, which is then charged. */

import { readFormProof } from '../payer/payer-cookie.ts';
import { blankForm, type PostedForm } from '../payer/posted-form.ts';
import { payAddress } from '../session/page-addresses.ts';
import { type CheckoutStatus, type PayerDependencies, thisMonth } from '../status/checkout-status.ts';
import { confirmedCard } from '../status/confirmed-card.ts';
import { storedSession } from '../status/payment-link.ts';
import type { CheckoutState } from '../status/state.ts';
import { firstAuthentication } from './authentication/card.ts';
import { payAuthenticated } from './authentication/pay-authenticated.ts';
import { noticeFor, tellWhatChanged } from './form-notice.ts';

/** @returns the address to redirect to, always */
export async function confirmStored(
  dependencies: PayerDependencies,
  posted: PostedForm,
  found: CheckoutStatus,
  state: CheckoutState & { kind: 'pay' },
): Promise<string> {
  const { session } = found;
  const proof = readFormProof(posted.payer, posted.sessionId, posted.fields.get('csrf') ?? '');
  const notice = noticeFor(posted, proof.genuine, session, state);
  // The payer entered no data: an expired page is as good as a new one.
  const isOldAlone = notice === 'again' && (proof.genuine || posted.sameOrigin);
  if (notice !== undefined && !isOldAlone) {
    await dependencies.sessions.setForm(session.key, blankForm(posted, session, notice));
    return payAddress(session.id);
  }
  const card = await confirmedCard(dependencies.gateway, found, thisMonth(dependencies));
  if (card === undefined) {
    return payAddress(session.id);
  }
  const authentication = {
    ...firstAuthentication(dependencies, posted, found, state.attempt, { isRest: false, isSaved: false }),
    isMandated: true,
  } as const;
  const stored = await storedSession(dependencies, session);
  const { sourceOfFunds } = card;
  const collected = { sourceOfFunds, authentication };
  const waiting = await dependencies.sessionService.collect(stored, collected, blankForm(posted, session));
  return waiting === undefined
    ? tellWhatChanged(dependencies, posted, proof.genuine)
    : payAuthenticated(dependencies, waiting);
}
