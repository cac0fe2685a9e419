import type { Session } from '../../session/session.ts';
import { addressAfterPay } from '../../status/after-pay.ts';
import { checkoutStatus, type PayerDependencies } from '../../status/checkout-status.ts';
import { advanceAuthentication } from './advance.ts';

/**
 * Advances the payment of a session whose card was collected for it, as far as it goes now.
 * @returns the address of the page that shows the state reached
 */
export async function payAuthenticated(
  dependencies: PayerDependencies,
  session: Pick<Session, 'id' | 'key'>,
): Promise<string> {
  await advanceAuthentication(dependencies, session);
  const after = await checkoutStatus(dependencies, session.id);
  return addressAfterPay(after?.state, session.id);
}
