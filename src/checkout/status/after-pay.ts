/**
 * The payer's address after Pay. Once the payment is under way it is the address of the result, which redirects to the
 * shop after the payment, also if the payment completes between two polls. The checkout's own address shows the result
 * to anyone who opens the link again.
 */
import { doneAddress, payAddress } from '../session/page-addresses.ts';
import type { CheckoutState } from './state.ts';
import { holdsIn } from './states.ts';

/** Whether a payment was made, or is on its way to a result. */
export function isAfterPay({ kind }: CheckoutState): boolean {
  return holdsIn(kind, 'isAfterPay');
}

/**
 * @param state absent where there is no such checkout
 * @returns the address to redirect to after a form
 */
export function addressAfterPay(state: CheckoutState | undefined, sessionId: string): string {
  return state !== undefined && isAfterPay(state) ? doneAddress(sessionId) : payAddress(sessionId);
}
