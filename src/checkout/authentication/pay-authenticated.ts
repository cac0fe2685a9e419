import { checkoutStatus, type PayerDependencies } from '../checkout-status.ts';
import { doneAddress, payAddress } from '../page-addresses.ts';
import { advance } from './advance.ts';

/**
 * The payment of a session whose card was collected for it, as far as it goes now.
 * @returns the address of the page that shows how far it came
 */
export async function payAuthenticated(dependencies: PayerDependencies, sessionId: string): Promise<string> {
  await advance(dependencies, sessionId);
  const after = await checkoutStatus(dependencies, sessionId);
  return after?.state.kind === 'paid' ? doneAddress(sessionId) : payAddress(sessionId);
}
