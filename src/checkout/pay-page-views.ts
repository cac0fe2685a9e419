/** The view of the hosted page for each checkout status. */
import { secretAt, textAt } from '../contract/values.ts';
import type { BrowserPayment, FoundPayment } from '../gateway/browser/browser-payment-records.ts';
import { describeInstrument, instrumentOf } from '../gateway/cards/instrument.ts';
import type { InstrumentView } from '../gateway/order-records.ts';
import type { CheckoutPage } from './checkout-page.ts';
import {
  type CheckoutStatus,
  checkoutStatus,
  type PayerDependencies,
  pageContext,
  shopUrlOf,
  thisMonth,
} from './checkout-status.ts';
import { doneAddress } from './page-addresses.ts';
import { donePage, endedPage, type PageContext, payPage } from './page-model.ts';
import { type Payer, payerMark, signForm } from './payer-cookie.ts';
import { atProviderPage, providerChoices } from './provider-payment.ts';
import type { FormState } from './session.ts';
import type { CheckoutSession } from './state.ts';

export interface PageRequest {
  readonly sessionId: string;
  /** The browser's languages, the preferred one first. */
  readonly languages: readonly string[];
}

/** The page to show, and where it leads after `refresh.seconds`. */
export interface PageView {
  readonly page: CheckoutPage;
  readonly refresh?: { readonly seconds: number; readonly url: string };
}

const NOT_FOUND: CheckoutPage = { kind: 'notFound', locale: 'en' };
/** How often a page without a result polls. */
const REFRESH_SECONDS = 3;
/** Long enough to read two sentences. */
const REDIRECT_AFTER_READING_SECONDS = 5;
/** Long enough to read that it is paid. */
const REDIRECT_AFTER_SECONDS = 1;

/** The page at `/checkout/pay/{session.id}`. @param payer whose secret signs the form */
export async function payPageView(
  dependencies: PayerDependencies,
  { sessionId, languages }: PageRequest,
  payer: Payer,
): Promise<PageView> {
  const found = await checkoutStatus(dependencies, sessionId);
  if (found === undefined) {
    return { page: { ...NOT_FOUND, locale: dependencies.matchLocale([...languages]) } };
  }
  const { session, state } = found;
  const context = pageContext(dependencies, found, languages);
  if (state.kind === 'pay') {
    await dependencies.sessionService.use(session);
    const value = textAt(session.fields, 'order.amount');
    const currency = textAt(session.fields, 'order.currency');
    const amount = value === undefined || currency === undefined ? undefined : { value, currency };
    const csrf = signForm(payer, { sessionId, ...(amount && { amount }) });
    const hidden = { sessionVersion: session.version, attempt: state.attempt, csrf };
    const page = payPage(
      { ...context, session: { ...session, form: formFor(payer, session) } },
      state,
      hidden,
      providerChoices(dependencies.gateway, found.merchant, session.checkout),
    );
    const month = thisMonth(dependencies);
    return { page: { ...page, ...(month !== undefined && { thisMonth: month }) } };
  }
  if (state.kind === 'paid') {
    return { page: await receipt(dependencies, found, context, 'receipt') };
  }
  if (state.kind === 'atProvider') {
    return atProvider(context, state.found, payer);
  }
  if (state.kind === 'underWay') {
    return {
      page: { ...endedPage(context, 'pending', undefined, await awaitedPayment(dependencies, found)), refreshes: true },
      refresh: { seconds: REFRESH_SECONDS, url: doneAddress(sessionId) },
    };
  }
  const shopUrl = shopUrlOf(dependencies, found);
  const payment = await awaitedPayment(dependencies, found);
  const page = endedPage(context, state.kind, shopUrl, payment);
  // A payer who comes from a provider is redirected to the shop, with or without a result.
  const leadsOn = payment !== undefined && shopUrl !== undefined;
  return { page, ...(leadsOn && { refresh: { seconds: REDIRECT_AFTER_READING_SECONDS, url: shopUrl } }) };
}

/** The form as this payer may see it: what somebody else typed is empty. */
function formFor(payer: Payer, { form, id }: CheckoutSession): FormState | null {
  return form === null || form.typedBy === payerMark(payer, id) ? form : { ...form, kept: {} };
}

/**
 * The payment at a provider whose answer the payer waits for. Undefined when the acquirer's answer is awaited, or none.
 */
async function awaitedPayment(
  { gateway }: PayerDependencies,
  { order, state }: CheckoutStatus,
): Promise<BrowserPayment | undefined> {
  const { browser, orders } = gateway;
  if (order === undefined) {
    return undefined;
  }
  if (state.kind === 'underWay' && order.lockedBy !== null) {
    return (await browser.payments.timeline(order.lockedBy))?.payment;
  }
  if (state.kind !== 'pending' || state.movement.provider === undefined) {
    return undefined;
  }
  const transaction = await orders.transaction(order.key, state.movement.transactionId);
  return transaction && (await browser.payments.timeline(transaction.key))?.payment;
}

function atProvider(context: PageContext, found: FoundPayment, payer: Payer): PageView {
  const page = atProviderPage(context, found, signForm(payer, { sessionId: context.session.id }));
  return { page, ...(page.kind === 'leaving' && { refresh: { seconds: 0, url: page.continueUrl } }) };
}

/**
 * The interstitial at `/checkout/done/{session.id}`: shows that it is paid and leads to the return URL. Undefined when
 * not paid.
 */
export async function done(
  dependencies: PayerDependencies,
  { sessionId, languages }: PageRequest,
): Promise<PageView | undefined> {
  const found = await checkoutStatus(dependencies, sessionId);
  if (found?.state.kind !== 'paid') {
    return undefined;
  }
  const page = await receipt(dependencies, found, pageContext(dependencies, found, languages), 'paid');
  const shopUrl = shopUrlOf(dependencies, found);
  return { page, ...(shopUrl !== undefined && { refresh: { seconds: REDIRECT_AFTER_SECONDS, url: shopUrl } }) };
}

async function receipt(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  context: PageContext,
  kind: 'paid' | 'receipt',
): Promise<CheckoutPage> {
  const { state, order } = found;
  const id = state.kind === 'paid' ? state.movement?.transactionId : undefined;
  const transaction =
    order && id !== undefined ? await dependencies.gateway.orders.transaction(order.key, id) : undefined;
  const instrument = transaction?.request.instrument ?? storedInstrument(dependencies, found);
  return donePage(
    context,
    kind,
    { ...(instrument && { instrument }), ...(transaction && { transaction }) },
    shopUrlOf(dependencies, found),
  );
}

/** NONE: the card that the payer stored in the session. The session loses it when it ends. */
function storedInstrument(
  { sessionService, gateway }: PayerDependencies,
  { session, merchant }: CheckoutStatus,
): InstrumentView | undefined {
  const values = sessionService.values(session);
  if (secretAt(values, 'sourceOfFunds.provided.card.number') === undefined) {
    return undefined;
  }
  const { cardFacts } = gateway;
  return describeInstrument({ instrument: instrumentOf(values), values, profile: merchant.profile, cardFacts });
}
