/**
 * The page that shows a payment's address as a QR code, to continue on another device. Only the address is transferred:
 * typed data stays with this browser's cookie.
 */
import type { DevicePage, PageAnswer } from '../../web/views/index.ts';
import { deviceAddress, payAddress } from '../session/page-addresses.ts';
import { checkoutStatus, type PayerDependencies } from '../status/checkout-status.ts';
import type { CheckoutState } from '../status/state.ts';
import { pageBase, pageContext } from './page-context.ts';
import type { PageRequest } from './visit.ts';

/** The interval is long, because the payer first goes to the other device. */
const POLL_SECONDS = 5;
/** States in which the payer can act on another device. */
const OPEN: ReadonlySet<CheckoutState['kind']> = new Set(['atProvider', 'pay']);

/**
 * The page at `/checkout/device/{session.id}`. It does not extend the session, and redirects to the payment unless the
 * checkout is open.
 */
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
      target: 'payment',
      poll: { address: deviceAddress(session.id), seconds: POLL_SECONDS },
    },
  };
}
