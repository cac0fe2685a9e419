/** The view of the hosted page for each checkout status. */

import { acceptedBrands, describeInstrument, instrumentOf, type Merchant } from '../../core/index.ts';
import type { FoundPayment, InstrumentView, StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type {
  AtProviderPage,
  AuthenticationPage,
  CheckoutPage,
  DonePage,
  MadePayment,
  PageAnswer,
  PageView,
  UnpayablePage,
} from '../../web/views/index.ts';
import { advanceAuthentication, awaitedAuthentication } from '../pay/authentication/advance.ts';
import { mayAuthenticate } from '../pay/authentication/card.ts';
import { canAskBalance } from '../pay/gift-card-balance.ts';
import { challengeFor } from '../pay/lane/proof.ts';
import { canPayParts } from '../pay/part-payment.ts';
import { answeringChoices } from '../pay/provider-payment.ts';
import { offeredCards, savingOf } from '../pay/saved-cards.ts';
import { storedGiftCard } from '../pay/stored-gift-card.ts';
import { formMark } from '../payer/form-mark.ts';
import { type PayerSecret, signForm } from '../payer/payer-cookie.ts';
import { type PayerLanguages, payerLocale } from '../payer/payer-languages.ts';
import { isSentBy, isSentByOwnId } from '../payer/posted-form.ts';
import { paidParts } from '../receipt/paid-parts.ts';
import { madePayment } from '../receipt/payment-money.ts';
import { cardHandle, providerStatusPage, statusAddress, statusEnd } from '../return/index.ts';
import { cancelAtProviderAddress, doneAddress, payAddress } from '../session/page-addresses.ts';
import type { PendingAuthentication } from '../session/pending-authentication.ts';
import type { FormState } from '../session/session.ts';
import { type CheckoutSession, merchantVersion } from '../session/session.ts';
import { linkEnd } from '../session/session-life.ts';
import type { Wait } from '../session/wait.ts';
import { isAfterPay } from '../status/after-pay.ts';
import {
  type CheckoutStatus,
  checkoutStatus,
  type PayerDependencies,
  shopUrlOf,
  thisMonth,
} from '../status/checkout-status.ts';
import { currentStatus } from '../status/payment-link.ts';
import { type CheckoutState, canGoOn } from '../status/state.ts';
import { atProviderPage } from './at-provider-page.ts';
import { authenticationDecline } from './authentication-decline.ts';
import { authenticationPage } from './authentication-pages.ts';
import { awaitedDetails, awaitedPayment } from './awaited-payment.ts';
import { confirmationPage } from './confirmation-page.ts';
import { declineNotice } from './notices.ts';
import { type PageContext, pageContext } from './page-context.ts';
import { donePage, giftCardPart, type PaymentWays, payPageModel, unpayablePage } from './page-model.ts';

export interface PageRequest {
  readonly sessionId: string;
  readonly languages: PayerLanguages;
}

/**
 * Polling of the pages that receive no events: soon where the result is moments away, rarely where it may take minutes.
 */
const POLLS: Partial<
  Record<UnpayablePage['kind'], { readonly seconds: number; readonly of: (sessionId: string) => string }>
> = {
  // Payable as soon as the shop sets the amount.
  incomplete: { seconds: 10, of: payAddress },
  // For verifications, which have no status page.
  pending: { seconds: 10, of: doneAddress },
  held: { seconds: 10, of: payAddress },
  underWay: { seconds: 3, of: doneAddress },
  unknown: { seconds: 10, of: doneAddress },
  waiting: { seconds: 2, of: doneAddress },
};

/** The page at `/checkout/pay/{session.id}`. @param payer their secret signs the form */
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
  const { state } = found;
  if (state.kind !== 'paid') {
    return pageOf(dependencies, { ...found, state }, languages, payer, payAddress);
  }
  // If it became paid during this request, the payer was not redirected to the shop yet.
  return before?.state.kind === 'paid'
    ? { page: await receipt(dependencies, found, pageContext(dependencies, found, languages), 'receipt') }
    : { redirect: doneAddress(sessionId) };
}

type Place = typeof doneAddress | typeof payAddress;

type Unpaid = CheckoutStatus & { readonly state: Exclude<CheckoutState, { readonly kind: 'paid' }> };

/** @param place the address at which the page is shown: a payment redirects its payer to `doneAddress` */
async function pageOf(
  dependencies: PayerDependencies,
  found: Unpaid,
  languages: PayerLanguages,
  payer: PayerSecret,
  place: Place,
): Promise<PageAnswer<CheckoutPage>> {
  const { session, state } = found;
  const own = { ...session, form: formFor(payer, session) };
  const unconfirmed = await authenticationDecline(dependencies, found);
  const context = {
    ...pageContext(dependencies, { ...found, session: own }, languages),
    ...(unconfirmed && { unconfirmed }),
  };
  if (state.kind === 'pay') {
    const { sessionService } = dependencies;
    // A link without an expiry is extended by each visit of its payer.
    const endsAt = Math.min(await sessionService.use(session), linkEnd(session));
    if (found.owner.key !== session.key) {
      await sessionService.use(found.owner);
    }
    const value = session.fields.order?.amount;
    const currency = session.fields.order?.currency;
    const amount = value === undefined || currency === undefined ? undefined : { value, currency };
    const csrf = signForm(payer, { sessionId: session.id, ...(amount && { amount }) });
    const attempt = formMark(state.attempt, session.checkout);
    const hidden = { sessionVersion: merchantVersion(session), attempt, csrf };
    if (session.checkout.confirms !== undefined) {
      const page = await confirmationPage(dependencies, found, state, context, hidden);
      return { page: page ?? unpayablePage(context, 'outdated', shopUrlOf(dependencies, found, 'outdated')) };
    }
    const { gateway } = dependencies;
    const page = payPageModel(context, state, hidden, {
      providers: answeringChoices(gateway, found.merchant, session),
      brands: acceptedBrands(found.merchant.profile, gateway.acquirers, currency ?? ''),
      asksBalance: canAskBalance(dependencies, found),
      asksBrowser: mayAuthenticate(dependencies, found),
      paysParts: canPayParts(dependencies, found),
      ...(found.held && found.order && { part: giftCardPart(found.order, found.held) }),
      ...keptCard(dependencies, own),
      savedCards: (await offeredCards(dependencies, found)).map(({ choice }) => choice),
      saving: savingOf(found),
    });
    const month = thisMonth(dependencies);
    const endsIn = Math.ceil((endsAt - dependencies.gateway.clock.now()) / 1_000);
    const isLast = endsAt === linkEnd(session);
    return { page: { ...page, endsIn, ...(isLast && { isLast }), ...(month !== undefined && { thisMonth: month }) } };
  }
  if (state.kind === 'authenticating') {
    return authenticating(dependencies, found, state.pending, context, payer);
  }
  if (state.kind === 'atProvider') {
    return atProvider(context, state.found, payer);
  }
  if (state.kind === 'late') {
    return { page: await providerStatusPage(dependencies, state.found, languages) };
  }
  const shopUrl = shopUrlOf(dependencies, found);
  const awaited = await awaitedPayment(dependencies, found);
  // A payer who returns from a provider is redirected to the shop, with or without a result; one who opens the link
  // stays here.
  const leadsOn = place === doneAddress && awaited?.provider !== undefined && shopUrl !== undefined;
  const details = awaited && awaitedDetails(awaited, leadsOn ? undefined : doneAddress(session.id));
  const reason =
    state.kind === 'exhausted' && state.declined
      ? declineNotice(state.declined, undefined, {
          ...(unconfirmed && { unconfirmed }),
          isNear: true,
          asksAddress: false,
        })
      : undefined;
  const poll = awaited === undefined ? POLLS[state.kind] : undefined;
  const reloadSeconds = state.kind === 'waiting' ? reloadIn(state.wait, dependencies.gateway.clock.now()) : undefined;
  const proof = state.kind === 'waiting' ? await proofOf(dependencies, session, state.wait) : undefined;
  const page = unpayablePage(context, state.kind, shopUrl, {
    ...details,
    ...(reason && { reason }),
    ...(proof && { proof }),
    ...(poll && {
      poll: { address: poll.of(session.id), seconds: poll.seconds, ...(reloadSeconds && { reloadSeconds }) },
    }),
    ...(state.kind === 'held' && {
      release: { action: payAddress(session.id), csrf: signForm(payer, { sessionId: session.id }) },
    }),
    ...(state.kind === 'expired' &&
      canGoOn(session, found.order, dependencies.gateway.clock.now()) && { renewAction: payAddress(session.id) }),
  });
  return { page: leadsOn ? { ...page, returnLink: { href: shopUrl, isFollowed: true } } : page };
}

/** @param session with the form as it is shown to this payer */
function keptCard(dependencies: PayerDependencies, session: CheckoutSession): Pick<PaymentWays, 'keptGiftCard'> {
  const { form } = session;
  return form?.balance?.kind === 'known' && storedGiftCard(dependencies, session, form) !== undefined
    ? { keptGiftCard: { lastFour: form.balance.lastFour } }
    : {};
}

/** Without script the page reloads once, at the end of its wait, so that it does not interrupt a screen reader. */
function reloadIn({ opensAt }: Wait, now: number): number {
  return Math.max(POLLS.waiting?.seconds ?? 1, Math.ceil((opensAt - now) / 1_000) + 1);
}

/** The challenge for the script of a waiting page, unless it was solved already. */
async function proofOf(
  { gateway }: PayerDependencies,
  { id, key }: CheckoutSession,
  wait: Wait,
): Promise<UnpayablePage['proof']> {
  return wait.isProven
    ? undefined
    : { action: payAddress(id), challenge: await challengeFor(gateway.sealer, key, wait) };
}

/** Maximum time to wait for the bank's answer before the page says that it waits. */
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

async function authenticating(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  pending: PendingAuthentication,
  context: PageContext,
  payer: PayerSecret,
): Promise<PageView<AuthenticationPage>> {
  const { id } = found.session;
  const attempt = { found, pending };
  return authenticationPage(dependencies, attempt, await awaitedAuthentication(dependencies, attempt), context, {
    // The page there redirects to the shop after the payment.
    address: doneAddress(id),
    cancelAction: cancelAtProviderAddress(id),
    hidden: { csrf: signForm(payer, { sessionId: id }) },
  });
}

/**
 * The form as this payer may see it. Another payer's form, with its errors and notices, is hidden. A form that was sent
 * without a cookie shows its errors and notices, without typed values.
 */
function formFor(payer: PayerSecret, session: CheckoutSession): FormState | null {
  const { form } = session;
  if (form === null || isSentBy(payer, session)) {
    return form;
  }
  const { balance: _balance, ...shown } = form;
  return form.typedBy === undefined ? { ...shown, kept: {} } : null;
}

/** The session's own id, for a payer who arrived by an alias and has the cookie of this session. */
function ownIdFor(payer: PayerSecret, session: CheckoutSession): string | undefined {
  return isSentByOwnId(payer, session) ? session.alias?.ownId : undefined;
}

function atProvider(context: PageContext, found: FoundPayment, payer: PayerSecret): PageView<AtProviderPage> {
  const page = atProviderPage(context, found, signForm(payer, { sessionId: context.session.id }));
  return { page, ...(page.kind === 'leaving' && { refreshTo: page.continueUrl }) };
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
  if (ownId !== undefined) {
    return { redirect: doneAddress(ownId) };
  }
  const { state } = found;
  if (state.kind !== 'paid') {
    return pageOf(dependencies, { ...found, state }, languages, payer, doneAddress);
  }
  const page = await receipt(dependencies, found, pageContext(dependencies, found, languages), 'paid');
  const isConfirmed = found.session.fields.interaction?.displayControl?.paymentConfirmation !== 'HIDE';
  const shopUrl = page.returnLink?.href;
  if (isConfirmed || shopUrl === undefined) {
    return { page };
  }
  // Most requests follow their form's POST, and the page's policy (`form-action`) allows redirects only to this site: a
  // page leads on instead.
  return { page: { ...page, returnLink: { href: shopUrl, isAtOnce: true } }, refreshTo: shopUrl };
}

/**
 * The interstitial at `/checkout/cancel/{session.id}`: leads the payer who cancelled to the shop, at once. The form's
 * POST cannot redirect there itself, since the page's policy allows it only this site. Without a cancel or a shop's
 * address, redirects to the checkout's own address.
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

async function receipt(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  context: PageContext,
  kind: DonePage['kind'],
): Promise<DonePage> {
  const { state, order } = found;
  const id = state.kind === 'paid' ? state.movement?.transactionId : undefined;
  const transaction =
    order && id !== undefined ? await dependencies.gateway.orders.transaction(order.key, id) : undefined;
  const instrument = transaction?.request.instrument ?? storedInstrument(dependencies, found);
  const parts = order && (await paidParts(dependencies.gateway.orders, order));
  const paid = order && transaction && (await paidFacts(dependencies, found.merchant, order, transaction));
  return donePage(
    context,
    kind,
    { ...(instrument && { instrument }), ...(transaction && { transaction }), ...(parts && { parts }), ...paid },
    shopUrlOf(dependencies, found),
  );
}

/** The payment's outcome and the address of its status page; undefined for a verification, which moves no money. */
async function paidFacts(
  { gateway }: PayerDependencies,
  merchant: Merchant,
  order: StoredOrder,
  transaction: StoredTransaction,
): Promise<{ readonly made: MadePayment; readonly statusHref?: string } | undefined> {
  if (transaction.request.type === 'VERIFICATION') {
    return undefined;
  }
  const atProvider = await gateway.browser.payments.find(transaction.key);
  const handle = atProvider?.payment.handle ?? cardHandle(gateway.sealer, transaction);
  const isShown = handle !== undefined && gateway.clock.now() < statusEnd(transaction, atProvider === undefined);
  return {
    made: await madePayment(gateway, merchant, order, transaction),
    ...(isShown && { statusHref: statusAddress(handle) }),
  };
}

/** For operation NONE: the card that the payer stored in the session, while the session has it. */
function storedInstrument(
  { sessionService, gateway }: PayerDependencies,
  { owner, merchant }: CheckoutStatus,
): InstrumentView | undefined {
  const values = sessionService.values(owner);
  if (values.sourceOfFunds?.provided?.card?.number === undefined) {
    return undefined;
  }
  const { cardFacts } = gateway;
  return describeInstrument({ instrument: instrumentOf(values), values, profile: merchant.profile, cardFacts });
}
