/** Receives the solution of a waiting page's challenge. */

import type { PostedForm } from '../../payer/posted-form.ts';
import { addressAfterPay } from '../../status/after-pay.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies } from '../../status/checkout-status.ts';
import { oneAtATime } from '../../status/payment-link.ts';
import type { CheckoutState } from '../../status/state.ts';
import { isSolved } from './proof.ts';

/** The input of the waiting page's form. */
export const PROOF = 'proof';

const LOOK_EVERY_MS = 100;
/** After this many polls the payer sees the page that says that the payment is under way. */
const LOOKS_MAX = 15;

/**
 * Ends the form's wait if the solution is valid. The form may wait in another process.
 *
 * @returns the address to redirect to: the payment's result, or the page that says that it is under way
 */
export async function prove(dependencies: PayerDependencies, posted: PostedForm): Promise<string> {
  const { sessionId } = posted;
  // Under the checkout's lock, so that a concurrent cancel is not overwritten.
  const isRight = await oneAtATime(dependencies, sessionId, () => endWait(dependencies, posted));
  // A wrong solution is not an error: the page keeps polling until the wait ends.
  const found = await (isRight ? whenOver : checkoutStatus)(dependencies, sessionId);
  return addressAfterPay(found?.state, sessionId);
}

/** @returns false if no form waits, or the solution is for another wait */
async function endWait(dependencies: PayerDependencies, { sessionId, fields }: PostedForm): Promise<boolean> {
  const { gateway, challengeQueue, sessions } = dependencies;
  const { session, state } = (await checkoutStatus(dependencies, sessionId)) ?? {};
  if (session?.form == null || state?.kind !== 'waiting' || state.wait.isProven) {
    return false;
  }
  const { wait } = state;
  const isRight = await isSolved(gateway.sealer, session.key, wait, fields.get(PROOF) ?? '');
  if (isRight) {
    await sessions.setForm(session.key, { ...session.form, wait: { ...wait, isProven: true } });
    challengeQueue.wake(wait.id);
  }
  return isRight;
}

const ON_ITS_WAY: ReadonlySet<CheckoutState['kind']> = new Set(['underWay', 'waiting']);

async function whenOver(dependencies: PayerDependencies, sessionId: string): Promise<CheckoutStatus | undefined> {
  for (let looks = 1; ; looks += 1) {
    const found = await checkoutStatus(dependencies, sessionId);
    if (found === undefined || !ON_ITS_WAY.has(found.state.kind) || looks === LOOKS_MAX) {
      return found;
    }
    await dependencies.gateway.pause(LOOK_EVERY_MS);
  }
}
