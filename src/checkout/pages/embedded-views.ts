/**
 * The same pages in a frame of the shop's page, with the same rules. They differ in their addresses, and notify the
 * parent page how the checkout ended. There is no cookie, since browsers block cookies in another site's frame: forms
 * are recognised by the browser's Origin header. A provider and the payer's bank open in the whole window, where the
 * checkout continues at its own address.
 */
import { embedOrigins } from '../../core/index.ts';
import type {
  AtProviderPage,
  AuthenticationPage,
  CheckoutPage,
  ConfirmationPage,
  DonePage,
  Embedded,
  FrameColors,
  LeaveFramePage,
  PageAnswer,
  PageView,
  UnpayablePage,
} from '../../web/views/index.ts';
import type { PayerSecret } from '../payer/payer-cookie.ts';
import { cancelAddress, embeddedAddress, payAddress } from '../session/page-addresses.ts';
import {
  type CheckoutStatus,
  checkoutStatus,
  type PayerDependencies,
  returnParameters,
} from '../status/checkout-status.ts';
import { embeddedReturnUrl, scriptEndOf } from '../status/return-url.ts';
import type { CheckoutEnd } from '../status/states.ts';
import { donePageView, payPageView } from './checkout-page-views.ts';
import { pageContext } from './page-context.ts';
import { onPayerReturn } from './payer-return.ts';
import { unpayablePage } from './unpayable-page.ts';
import type { PageRequest } from './visit.ts';

/** The page at `/checkout/embedded/pay/{session.id}`. */
export async function embeddedPage(
  dependencies: PayerDependencies,
  request: PageRequest,
  payer: PayerSecret,
): Promise<PageAnswer<CheckoutPage>> {
  return inFrame(dependencies, request, await payPageView(dependencies, request, payer));
}

/** The page at `/checkout/embedded/done/{session.id}`. */
export async function embeddedDone(
  dependencies: PayerDependencies,
  request: PageRequest,
  payer: PayerSecret,
): Promise<PageAnswer<CheckoutPage>> {
  return inFrame(dependencies, request, await donePageView(dependencies, request, payer));
}

/**
 * The page at `/checkout/embedded/cancel/{session.id}`: the shop's page is notified that the payer cancelled, with or
 * without a cancel address.
 */
export async function embeddedCancelled(
  dependencies: PayerDependencies,
  request: PageRequest,
): Promise<PageAnswer<UnpayablePage>> {
  const found = await checkoutStatus(dependencies, request.sessionId);
  if (found?.state.kind !== 'pay' || found.owner.checkout.leftAt === undefined) {
    return { redirect: embeddedAddress(payAddress(request.sessionId), request.colors) };
  }
  const page = unpayablePage(pageContext(dependencies, found, request.languages), 'cancelled', undefined);
  return frameAnswer(dependencies, request, { page }, () =>
    endedIn({ dependencies, found, colors: request.colors }, page, 'cancelled'),
  );
}

async function inFrame(
  dependencies: PayerDependencies,
  request: PageRequest,
  answer: PageAnswer<CheckoutPage>,
): Promise<PageAnswer<CheckoutPage>> {
  return 'redirect' in answer || 'problem' in answer
    ? onlyAddress(answer, request)
    : frameAnswer(dependencies, request, answer, (page, found) =>
        pageInFrame({ dependencies, found, colors: request.colors }, page),
      );
}

function onlyAddress<Answer extends { readonly redirect: string } | { readonly problem: unknown }>(
  answer: Answer,
  { colors }: PageRequest,
) {
  return 'redirect' in answer ? { redirect: embeddedAddress(answer.redirect, colors) } : answer;
}

/** Without the redirect headers: a frame does not navigate by itself. */
async function frameAnswer<Page extends { readonly kind: string }>(
  dependencies: PayerDependencies,
  { sessionId }: PageRequest,
  { page, framed, cookie, otherSites }: PageView<Page>,
  change: (page: Page, found: CheckoutStatus) => Page,
): Promise<PageAnswer<Page>> {
  const found = await checkoutStatus(dependencies, sessionId);
  if (found === undefined) {
    return { redirect: payAddress(sessionId) };
  }
  return {
    page: change(page, found),
    framedBy: embedOrigins(found.merchant.profile, dependencies.sandbox),
    framed,
    otherSites,
    cookie,
    // The shop's page leads on as soon as it is notified of the end.
    onSent: page.kind === 'paid' ? onPayerReturn(dependencies, found) : undefined,
  };
}

interface Frame {
  readonly dependencies: PayerDependencies;
  readonly found: CheckoutStatus;
  readonly colors: FrameColors | undefined;
}

function pageInFrame(frame: Frame, page: CheckoutPage): CheckoutPage {
  const { found, colors } = frame;
  const embedded = { colors };
  switch (page.kind) {
    case 'pay':
      return {
        ...page,
        embedded,
        action: embeddedAddress(page.action, colors),
        // A cancel stays in the frame, because the shop's page is already around it.
        cancelAction: embeddedAddress(cancelAddress(found.session.id), colors),
      };
    case 'paid':
    case 'receipt':
      return endedIn(frame, page, 'paid');
    case 'askingBank':
      return { ...page, embedded, poll: { ...page.poll, address: embeddedAddress(page.poll.address, colors) } };
    case 'atProvider':
    case 'leaving':
    case 'bankAsks':
    case 'challenge':
    case 'confirm':
      return leaveFramePage(frame, page);
    case 'expired':
    case 'exhausted':
    case 'closed':
    case 'paidOtherwise':
      return endedIn(frame, waitingInFrame(frame, page), page.kind);
    case 'status':
    case 'leaveFrame':
      return { ...page, embedded };
    default:
      return { ...waitingInFrame(frame, page), embedded };
  }
}

/** Keeps a waiting page's polls and its renew button in the frame; the page does not redirect. */
function waitingInFrame({ colors }: Frame, page: UnpayablePage): UnpayablePage {
  const { poll, proof, release, renewAction, status, returnLink } = page;
  const watch = status?.watch && { ...status.watch, next: embeddedAddress(status.watch.next, colors) };
  return {
    ...page,
    poll: poll && { ...poll, address: embeddedAddress(poll.address, colors) },
    returnLink: returnLink && { href: returnLink.href },
    proof: proof && { ...proof, action: embeddedAddress(proof.action, colors) },
    release: release && { ...release, action: embeddedAddress(release.action, colors) },
    renewAction: renewAction === undefined ? undefined : embeddedAddress(renewAction, colors),
    status: status && { ...status, watch },
  };
}

/**
 * Adds the message to the shop's page about the end of the checkout. After a payment or a cancel it has the redirect
 * for a page without a callback; after other ends the payer stays to read the page.
 */
function endedIn<Page extends DonePage | UnpayablePage>(
  { dependencies, found, colors }: Frame,
  { returnLink, ...page }: Page,
  end: CheckoutEnd,
): Page {
  const leadsOn = end === 'paid' || end === 'cancelled';
  const parameters = returnParameters(dependencies, found);
  const home = leadsOn ? embeddedReturnUrl(found.owner, end, parameters) : undefined;
  const result = scriptEndOf(found.owner, end, parameters.failureIndicator);
  return {
    ...page,
    returnLink: leadsOn ? undefined : returnLink,
    embedded: { colors, end: { ...result, ...(home !== undefined && { home }) } } satisfies Embedded,
  } as Page;
}

function leaveFramePage(
  { found: { session }, colors }: Frame,
  page: AtProviderPage | AuthenticationPage | ConfirmationPage,
): LeaveFramePage {
  const { locale, testMode, shop } = page;
  const href = payAddress(session.id);
  return {
    kind: 'leaveFrame',
    locale,
    testMode,
    shop,
    href,
    provider: 'provider' in page ? page.provider : undefined,
    amount: 'summary' in page ? page.summary.total : page.amount,
    embedded: { colors, leave: href },
  };
}
