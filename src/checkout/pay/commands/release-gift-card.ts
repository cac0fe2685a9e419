import { blankForm } from '../../payer/posted-form.ts';
import { payAddress } from '../../session/page-addresses.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { showNotice } from '../attempt.ts';
import { takeGiftCardOff } from '../part-payment.ts';
import type { Submission } from '../submission.ts';

/** Anyone with the link may release the held gift card: the browser in which it was entered may be gone. */
export async function releaseGiftCard(
  dependencies: PayerDependencies,
  { posted, found, proof }: Submission,
): Promise<string> {
  const { session } = found;
  if (!proof.genuine && !posted.sameOrigin) {
    return showNotice(dependencies, posted, session, 'again');
  }
  // Clears a notice of another tab, which is out of date.
  await dependencies.sessions.setForm(session.key, blankForm(posted, session));
  await takeGiftCardOff(dependencies, found);
  return payAddress(session.id);
}
