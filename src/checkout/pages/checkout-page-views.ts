/** The answers at the addresses of a checkout. */
import type { CheckoutPage, PageAnswer, UnpayablePage } from '../../web/views/index.ts';
import { linkInsteadOf } from '../links/refused-payer.ts';
import { advanceAuthentication } from '../pay/authentication/advance.ts';
import type { PayerSecret } from '../payer/payer-cookie.ts';
import { payerLocale } from '../payer/payer-languages.ts';
import { isSentByOwnId } from '../payer/posted-form.ts';
import { doneAddress, payAddress } from '../session/page-addresses.ts';
import type { CheckoutSession } from '../session/session.ts';
import { isAfterPay } from '../status/after-pay.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies, shopUrlOf } from '../status/checkout-status.ts';
import { currentStatus } from '../status/payment-link.ts';
import { pageContext } from './page-context.ts';
import { pageOf } from './page-of.ts';
import { unpayablePage } from './unpayable-page.ts';
import { type PageRequest, visitOf } from './visit.ts';

/** The page at `/checkout/pay/{session.id}`. */
export async function payPageView(
  dependencies: PayerDependencies,
  { sessionId, languages }: PageRequest,
  payer: PayerSecret,
): Promise<PageAnswer<CheckoutPage>> {
  const before = await currentStatus(dependencies, sessionId, payer);
  const found = await statusAfterAdvance(dependencies, before);
  if (found === undefined) {
    return { problem: { kind: 'notFound', locale: payerLocale(dependencies, languages) } };
  }
  const ownId = ownIdFor(payer, found.session);
  if (ownId !== undefined) {
    return { redirect: payAddress(ownId) };
  }
  const link = found.state.kind === 'pay' ? await linkInsteadOf(dependencies, found) : undefined;
  if (link !== undefined) {
    return { redirect: link };
  }
  // If the checkout became paid during this request, its payer must still be redirected to the shop.
  if (found.state.kind === 'paid' && before?.state.kind !== 'paid') {
    return { redirect: doneAddress(sessionId) };
  }
  return pageOf(await visitOf({ dependencies, found, languages, payer, address: 'pay' }));
}

/**
 * The page at `/checkout/done/{session.id}`: shows that the checkout is paid and leads to the return URL, at once where
 * the shop wants no confirmation page of ours. A payment that is on its way is shown here too, until it is paid. A
 * checkout that can be paid, or is over, redirects to its own address.
 */
export async function donePageView(
  dependencies: PayerDependencies,
  { sessionId, languages }: PageRequest,
  payer: PayerSecret,
): Promise<PageAnswer<CheckoutPage>> {
  const found = await statusAfterAdvance(dependencies, await currentStatus(dependencies, sessionId, payer));
  if (found === undefined || !isAfterPay(found.state)) {
    return { redirect: payAddress(sessionId) };
  }
  const ownId = ownIdFor(payer, found.session);
  return ownId === undefined
    ? pageOf(await visitOf({ dependencies, found, languages, payer, address: 'done' }))
    : { redirect: doneAddress(ownId) };
}

/**
 * The interstitial at `/checkout/cancel/{session.id}`: redirects the payer who cancelled to the shop at once. The
 * form's POST cannot redirect there, since the page's policy allows redirects to this site only. Without a cancel or a
 * shop's address, redirects to the checkout's own address.
 */
export async function cancelledPageView(
  dependencies: PayerDependencies,
  { sessionId, languages }: PageRequest,
): Promise<PageAnswer<UnpayablePage>> {
  const found = await checkoutStatus(dependencies, sessionId);
  const shopUrl = found && shopUrlOf(dependencies, found, 'cancelled');
  if (found?.state.kind !== 'pay' || found.owner.checkout.leftAt === undefined || shopUrl === undefined) {
    return { redirect: payAddress(sessionId) };
  }
  const page = unpayablePage(pageContext(dependencies, found, languages), 'cancelled', shopUrl);
  return { page, refreshTo: shopUrl };
}

/** Maximum time to wait for the bank's answer before the waiting page is shown. */
const PATIENCE_MS = 1_500;

/** Advances a payment that waits for the payer's bank, on each view of its page. */
async function statusAfterAdvance(
  dependencies: PayerDependencies,
  found: CheckoutStatus | undefined,
): Promise<CheckoutStatus | undefined> {
  if (found?.state.kind !== 'authenticating') {
    return found;
  }
  const { gateway } = dependencies;
  const advancing = advanceAuthentication(dependencies, found.session).catch((error: unknown) =>
    gateway.log.error({ err: error }, 'an authentication could not be taken on'),
  );
  await Promise.race([advancing, gateway.pause(PATIENCE_MS)]);
  return checkoutStatus(dependencies, found.session.id);
}

/** The session's own id, for a payer who arrived by an alias and has the cookie of this session. */
function ownIdFor(payer: PayerSecret, session: CheckoutSession): string | undefined {
  return isSentByOwnId(payer, session) ? session.alias?.ownId : undefined;
}
