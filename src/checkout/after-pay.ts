/**
 * Where a payer is once Pay was pressed: at the address that leads home, from the first page that says that the payment
 * is under way. So a result that comes between two of the payer's looks is told as one; the checkout's own address
 * tells it to whoever opens the link again.
 */
import { doneAddress, payAddress } from './page-addresses.ts';
import type { CheckoutState } from './state.ts';

const AFTER_PAY: ReadonlySet<CheckoutState['kind']> = new Set([
  'atProvider',
  'authenticating',
  'late',
  'paid',
  'pending',
  'underWay',
  'unknown',
  'waiting',
]);

/** Whether a payment is made, or is on its way to a result. */
export function isAfterPay({ kind }: CheckoutState): boolean {
  return AFTER_PAY.has(kind);
}

/** @param state absent where there is no such checkout @returns the address to redirect to after a form */
export function addressAfterPay(state: CheckoutState | undefined, sessionId: string): string {
  return state !== undefined && isAfterPay(state) ? doneAddress(sessionId) : payAddress(sessionId);
}
