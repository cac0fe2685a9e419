import { payAddress } from '../../session/page-addresses.ts';
import { endOf } from '../../session/session-life.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { canGoOn } from '../../status/state.ts';
import { abandon } from '../authentication/abandon.ts';
import type { Submission } from '../submission.ts';

/**
 * Renews an ended session for a payer who comes back, if the order can still be paid. A pending authentication is
 * abandoned: its card is not charged when the bank answers.
 */
export async function renewSession(dependencies: PayerDependencies, { found }: Submission): Promise<string> {
  const { sessions, gateway } = dependencies;
  const { session, order } = found;
  const now = gateway.clock.now();
  if (!canGoOn(session, order, now)) {
    return payAddress(session.id);
  }
  if (session.checkout.authentication === undefined) {
    await sessions.touch(session.key, endOf(session, now));
  } else {
    await abandon(dependencies, found, 'again');
  }
  return payAddress(session.id);
}
