/** Notices of a form that is shown again before it is processed, or because another form was submitted first. */

import { formMark, isOfAttempt } from '../payer/form-mark.ts';
import type { PostedForm } from '../payer/posted-form.ts';
import { payAddress } from '../session/page-addresses.ts';
import type { FormState } from '../session/session.ts';
import { type CheckoutSession, merchantVersion } from '../session/session.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { currentStatus } from '../status/payment-link.ts';
import type { CheckoutState } from '../status/state.ts';
import { showNotice } from './attempt.ts';

/**
 * @param genuine true if the form carries this payer's own proof
 * @returns undefined where it can be processed
 */
export function noticeFor(
  { fields, sameOrigin, sessionId }: PostedForm,
  genuine: boolean,
  session: CheckoutSession,
  state: CheckoutState & { kind: 'pay' },
): FormState['notice'] {
  if (!genuine && !sameOrigin) {
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
 * Another form, or the shop, changed the session while this form was read: shows the notice that a later form would
 * get.
 */
export async function tellWhatChanged(
  dependencies: PayerDependencies,
  posted: PostedForm,
  genuine: boolean,
): Promise<string> {
  const now = await currentStatus(dependencies, posted.sessionId, posted.payer);
  if (now?.state.kind !== 'pay') {
    return payAddress(posted.sessionId);
  }
  return showNotice(
    dependencies,
    posted,
    now.session,
    noticeFor(posted, genuine, now.session, now.state) ?? 'elsewhere',
  );
}
