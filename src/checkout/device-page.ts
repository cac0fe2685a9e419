/**
 * The page that shows the address of a payment as a code, to go on with it on another device. The address is all that
 * goes there: what was typed here belongs to the payer of this browser's cookie, and stays.
 */
import type { DevicePage, PageAnswer } from '../views/index.ts';
import { checkoutStatus, type PayerDependencies, pageContext } from './checkout-status.ts';
import { deviceAddress, payAddress } from './page-addresses.ts';
import { pageBase } from './page-model.ts';
import type { PageRequest } from './pay-page-views.ts';
import type { CheckoutState } from './state.ts';

/** While the payer walks to the other device, nothing is urgent. */
const POLL_SECONDS = 5;
/** Where the payer still has something to do. */
const OPEN: ReadonlySet<CheckoutState['kind']> = new Set(['atProvider', 'pay']);

/** The page at `/checkout/device/{session.id}`. It does not extend the session; what is not open is at the payment. */
export async function devicePage(
  dependencies: PayerDependencies,
  { sessionId, languages }: PageRequest,
): Promise<PageAnswer<DevicePage>> {
  const found = await checkoutStatus(dependencies, sessionId);
  if (found === undefined || !OPEN.has(found.state.kind)) {
    return { redirect: payAddress(sessionId) };
  }
  const { session, owner } = found;
  return {
    page: {
      ...pageBase(pageContext(dependencies, found, languages)),
      kind: 'device',
      address: dependencies.gateway.browser.publicOrigin + payAddress(owner.id),
      backHref: payAddress(session.id),
      leadsTo: 'payment',
      poll: { address: deviceAddress(session.id), seconds: POLL_SECONDS },
    },
  };
}
