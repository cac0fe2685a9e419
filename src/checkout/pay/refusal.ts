/** Refuses an outdated form, and shows it again with the reason. */
import { formMark, isOfAttempt } from '../payer/form-mark.ts';
import { payAddress } from '../session/page-addresses.ts';
import type { FormState } from '../session/session.ts';
import { type CheckoutSession, merchantVersion } from '../session/session.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { currentStatus } from '../status/payment-link.ts';
import { showNotice } from './attempt.ts';
import type { OpenSubmission, PayState, Submission } from './submission.ts';

/** @returns the reason to refuse the form; undefined where it can be processed */
export function noticeFor(
  { posted: { fields, sameOrigin, sessionId }, proof }: Pick<Submission, 'posted' | 'proof'>,
  session: CheckoutSession,
  state: PayState,
): FormState['notice'] {
  if (!proof.genuine && !sameOrigin) {
    return 'again';
  }
  if (fields.get('sessionVersion') !== merchantVersion(session)) {
    return 'changed';
  }
  const mark = fields.get('attempt') ?? '';
  if (!isOfAttempt(mark, state.attempt)) {
    return 'elsewhere';
  }
  if (mark !== formMark(state.attempt, session.checkout)) {
    return 'cancelled';
  }
  // The session behind the link that showed this form has ended.
  return sessionId === session.id ? undefined : 'again';
}

/**
 * @param form to show again
 * @returns the address to redirect to; undefined where the form can be processed
 */
export async function refuseOutdated(
  { sessions }: PayerDependencies,
  submission: OpenSubmission,
  form: FormState,
): Promise<string | undefined> {
  const { found, proof, state } = submission;
  const { session } = found;
  const notice = noticeFor(submission, session, state);
  if (notice === undefined) {
    return undefined;
  }
  await sessions.setForm(session.key, { ...form, notice, before: notice === 'changed' ? proof.amount : undefined });
  return payAddress(session.id);
}

/**
 * Refuses a form because another form, or the shop, changed the session while this one was processed. The notice is the
 * one that a later form would get.
 */
export async function refuseOvertaken(
  dependencies: PayerDependencies,
  { posted, proof }: Pick<Submission, 'posted' | 'proof'>,
): Promise<string> {
  const now = await currentStatus(dependencies, posted.sessionId, posted.payer);
  if (now?.state.kind !== 'pay') {
    return payAddress(posted.sessionId);
  }
  const notice = noticeFor({ posted, proof }, now.session, now.state) ?? 'elsewhere';
  return showNotice(dependencies, posted, now.session, notice);
}
