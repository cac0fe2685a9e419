/** The answer of a waiting page's script: the solution of its challenge. */
import { addressAfterPay } from '../after-pay.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies } from '../checkout-status.ts';
import { oneAtATime } from '../payment-link.ts';
import type { Posted } from '../posted-form.ts';
import type { CheckoutState } from '../state.ts';
import { isSolved } from './proof.ts';

/** The input of the waiting page's form. */
export const PROOF = 'proof';

const LOOK_EVERY_MS = 100;
/** A payer who has waited this long sees the page that says what is going on. */
const LOOKS_MAX = 15;

/**
 * Ends the wait of the form that was sent before, in whichever process it waits.
 *
 * @returns the address to redirect to: where the payment ended, or the page that says that it is under way
 */
export async function prove(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  const { sessionId } = posted;
  // In the checkout's turn: a cancel of the same moment is not written over.
  const isRight = await oneAtATime(dependencies, sessionId, () => endWait(dependencies, posted));
  // What is wrong waits its time: its page goes on by itself.
  const found = await (isRight ? whenOver : checkoutStatus)(dependencies, sessionId);
  return addressAfterPay(found?.state, sessionId);
}

/** @returns false where nothing waits, or the solution is another one's */
async function endWait(dependencies: PayerDependencies, { sessionId, fields }: Posted): Promise<boolean> {
  const { gateway, lane, sessions } = dependencies;
  const { session, state } = (await checkoutStatus(dependencies, sessionId)) ?? {};
  if (session?.form == null || state?.kind !== 'waiting' || state.wait.isProven) {
    return false;
  }
  const { wait } = state;
  const isRight = await isSolved(gateway.sealer, session.key, wait, fields.get(PROOF) ?? '');
  if (isRight) {
    await sessions.setForm(session.key, { ...session.form, wait: { ...wait, isProven: true } });
    lane.wake(wait.id);
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
