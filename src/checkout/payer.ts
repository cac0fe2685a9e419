/**
 * What a payer does at the hosted page: look, pay, cancel. Every answer is a page or a redirect to one; a form's POST always ends
 * in a redirect, so that reload and Back never send it again.
 */
import { InterfaceError } from '../contract/errors.ts';
import type { Values } from '../contract/read.ts';
import { overlay, secretAt, textAt, without } from '../contract/values.ts';
import { describeInstrument, instrumentOf } from '../gateway/cards/instrument.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Merchant } from '../gateway/merchant.ts';
import { transact } from '../gateway/operations/transact.ts';
import type { InitialOperation, InstrumentView, StoredOrder } from '../gateway/records.ts';
import { doneAddress, payAddress } from './addresses.ts';
import { type ReadForm, readForm } from './form.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { CheckoutPage } from './page.ts';
import { donePage, endedPage, type PageContext, payPage } from './page-model.ts';
import { type Payer, readFormProof, signForm } from './payer-cookie.ts';
import type { Checkout, FormState, Sessions } from './session.ts';
import { SESSION_ID, type SessionBook } from './session-book.ts';
import { type CheckoutSession, type CheckoutState, checkoutState } from './state.ts';
import { wayHome } from './way-home.ts';

export interface PayerParts {
  readonly gateway: Gateway;
  readonly book: SessionBook;
  readonly sessions: Sessions;
  readonly merchantByKey: (key: number) => Promise<Merchant | undefined>;
  readonly oneAtATime: OneAtATime;
  readonly sandbox: boolean;
  /** The best of our languages for these wishes, most wanted first. */
  readonly matchLocale: (wanted: string[]) => string;
}

export interface Visit {
  readonly sessionId: string;
  /** Languages that the browser wants, most wanted first. */
  readonly languages: readonly string[];
}

/** What to show, and where the page itself leads after `refreshSeconds`. */
export interface Shown {
  readonly page: CheckoutPage;
  readonly refresh?: { readonly seconds: number; readonly url: string };
}

const NOT_FOUND: CheckoutPage = { kind: 'notFound', locale: 'en' };
/** How often a page without a result yet looks again. */
const LOOK_AGAIN_SECONDS = 3;
/** Long enough to read that it is paid. */
const HOME_AFTER_SECONDS = 1;

const OPERATIONS: Record<Exclude<Checkout['operation'], 'NONE'>, InitialOperation> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
};

interface Standing {
  readonly session: CheckoutSession;
  readonly merchant: Merchant;
  readonly order: StoredOrder | undefined;
  readonly state: CheckoutState;
}

async function standing(parts: PayerParts, sessionId: string): Promise<Standing | undefined> {
  const found = SESSION_ID.test(sessionId) ? await parts.book.peek(sessionId) : undefined;
  if (found?.checkout == null) return undefined;
  const session: CheckoutSession = { ...found, checkout: found.checkout };
  const merchant = await parts.merchantByKey(session.merchantKey);
  if (merchant === undefined) return undefined;
  const order = await parts.gateway.orders.find(merchant.key, textAt(session.fields, 'order.id') ?? '');
  return { session, merchant, order, state: checkoutState(session, order, parts.gateway.clock.now()) };
}

/** The page at `/checkout/pay/{session.id}`. @param payer whose secret signs the form */
export async function visit(parts: PayerParts, { sessionId, languages }: Visit, payer: Payer): Promise<Shown> {
  const found = await standing(parts, sessionId);
  if (found === undefined) return { page: { ...NOT_FOUND, locale: parts.matchLocale([...languages]) } };
  const { session, state } = found;
  const context = pageContext(parts, found, languages);
  if (state.kind === 'pay') {
    await parts.book.use(session);
    const value = textAt(session.fields, 'order.amount');
    const currency = textAt(session.fields, 'order.currency');
    const amount = value === undefined || currency === undefined ? undefined : { value, currency };
    const csrf = signForm(payer, { sessionId, ...(amount && { amount }) });
    const page = payPage(context, state, { sessionVersion: session.version, attempt: state.attempt, csrf });
    const month = thisMonth(parts);
    return { page: { ...page, ...(month !== undefined && { thisMonth: month }) } };
  }
  if (state.kind === 'paid') return { page: await receipt(parts, found, context, 'receipt') };
  if (state.kind === 'underWay') {
    return {
      page: { ...endedPage(context, 'pending', undefined), refreshes: true },
      refresh: { seconds: LOOK_AGAIN_SECONDS, url: doneAddress(sessionId) },
    };
  }
  return { page: endedPage(context, state.kind, homeOf(parts, found)) };
}

/** Expired cards are told at once, but in the sandbox, whose outcomes go by the expiry. */
function thisMonth({ sandbox, gateway }: PayerParts): string | undefined {
  return sandbox ? undefined : new Date(gateway.clock.now()).toISOString().slice(0, 7);
}

/** The interstitial at `/checkout/done/{session.id}`: says that it is paid and leads home. Undefined: not paid. */
export async function done(parts: PayerParts, { sessionId, languages }: Visit): Promise<Shown | undefined> {
  const found = await standing(parts, sessionId);
  if (found?.state.kind !== 'paid') return undefined;
  const page = await receipt(parts, found, pageContext(parts, found, languages), 'paid');
  const home = homeOf(parts, found);
  return { page, ...(home !== undefined && { refresh: { seconds: HOME_AFTER_SECONDS, url: home } }) };
}

async function receipt(
  parts: PayerParts,
  found: Standing,
  context: PageContext,
  kind: 'paid' | 'receipt',
): Promise<CheckoutPage> {
  const { state, order } = found;
  const id = state.kind === 'paid' ? state.movement?.transactionId : undefined;
  const transaction = order && id !== undefined ? await parts.gateway.orders.transaction(order.key, id) : undefined;
  const instrument = transaction?.request.instrument ?? storedInstrument(parts, found);
  return donePage(
    context,
    kind,
    { ...(instrument && { instrument }), ...(transaction && { transaction }) },
    homeOf(parts, found),
  );
}

/** NONE: what the payer left in the session. It is gone from there once the session ended. */
function storedInstrument({ book, gateway }: PayerParts, { session, merchant }: Standing): InstrumentView | undefined {
  const values = book.values(session);
  if (secretAt(values, 'sourceOfFunds.provided.card.number') === undefined) return undefined;
  const { cardFacts } = gateway;
  return describeInstrument({ instrument: instrumentOf(values), values, profile: merchant.profile, cardFacts });
}

function homeOf({ gateway }: PayerParts, { session, state }: Standing): string | undefined {
  if (state.kind === 'pay' || state.kind === 'underWay') return undefined;
  const failure = Buffer.from(gateway.sealer.hash('failure indicator', session.id)).toString('hex').slice(0, 32);
  return wayHome(session, state.kind, failure);
}

function pageContext(parts: PayerParts, { session, merchant }: Standing, languages: readonly string[]): PageContext {
  const asked = textAt(session.fields, 'interaction.locale');
  const locale = parts.matchLocale([...(asked === undefined ? [] : [asked.replaceAll('_', '-')]), ...languages]);
  return { session, merchant, locale, sandbox: parts.sandbox };
}

export interface Posted {
  readonly sessionId: string;
  readonly fields: URLSearchParams;
  readonly payer: Payer | undefined;
  /** The browser says that our own page sent it. */
  readonly sameOrigin: boolean;
}

/** @returns the address to redirect to, always */
export function submit(parts: PayerParts, posted: Posted): Promise<string> {
  return parts.oneAtATime.run(posted.sessionId, () => submitForm(parts, posted));
}

async function submitForm(parts: PayerParts, posted: Posted): Promise<string> {
  const { sessionId, fields } = posted;
  const found = await standing(parts, sessionId);
  if (found === undefined || found.state.kind !== 'pay')
    return found?.state.kind === 'paid' ? doneAddress(sessionId) : payAddress(sessionId);
  const { session } = found;
  const proof = readFormProof(posted.payer, sessionId, fields.get('csrf') ?? '');
  const form = readForm(fields, thisMonth(parts));
  const notice = noticeFor(posted, proof.genuine, session, found.state);
  if (notice !== undefined || form.sourceOfFunds === undefined) {
    await parts.sessions.setForm(session.key, {
      method: form.method,
      kept: form.kept,
      errors: notice === undefined ? form.errors : {},
      ...(notice && { notice }),
      ...(notice === 'changed' && proof.amount && { before: proof.amount }),
    });
    return payAddress(sessionId);
  }
  await parts.sessions.setForm(session.key, { method: form.method, kept: form.kept, errors: {} });
  return session.checkout.operation === 'NONE'
    ? store(parts, found, form.sourceOfFunds)
    : pay(parts, found, form, found.state.attempt);
}

/** Why the form must be shown again before anything is done with it. */
function noticeFor(
  { fields, sameOrigin }: Posted,
  genuine: boolean,
  session: CheckoutSession,
  state: CheckoutState & { kind: 'pay' },
): FormState['notice'] {
  if (!genuine && !sameOrigin) return 'again';
  if (fields.get('sessionVersion') !== session.version) return 'changed';
  return fields.get('attempt') === state.attempt ? undefined : 'again';
}

async function pay(
  parts: PayerParts,
  { session, merchant }: Standing,
  form: ReadForm,
  attempt: string,
): Promise<string> {
  const operation = OPERATIONS[session.checkout.operation as keyof typeof OPERATIONS];
  const fields = without(session.fields, ['interaction', 'checkoutMode', 'paymentLink', 'order.id', 'sourceOfFunds']);
  const values = overlay(fields, { sourceOfFunds: form.sourceOfFunds } as Values);
  try {
    const result = await transact(parts.gateway, {
      merchant,
      orderId: textAt(session.fields, 'order.id') as string,
      transactionId: attempt,
      operation,
      version: session.checkout.version,
      entryPoint: 'HOSTED_PAGE',
      values,
      pageSession: session.key,
    });
    const paid = result.kind === 'DONE' && result.transaction.outcome?.order.status !== 'FAILED';
    return paid ? doneAddress(session.id) : payAddress(session.id);
  } catch (error) {
    // Another tab used this attempt with another card: the page shows how that one ended.
    if (error instanceof InterfaceError && error.errorCause === 'INVALID_REQUEST') return payAddress(session.id);
    throw error;
  }
}

/** NONE: nothing is charged; the details go into the session for the merchant's own operation. */
async function store({ book, gateway }: PayerParts, { session }: Standing, sourceOfFunds: Values): Promise<string> {
  // A code typed on the page lives for this one request.
  const kept = without({ sourceOfFunds }, ['sourceOfFunds.provided.card.securityCode']);
  await book.update(session, kept, { ...session.checkout, storedAt: gateway.clock.now() });
  return doneAddress(session.id);
}

/** @returns the address to redirect to, always: the cancelled page, or how it stands where money may have moved */
export function cancel(parts: PayerParts, posted: Posted): Promise<string> {
  return parts.oneAtATime.run(posted.sessionId, () => cancelCheckout(parts, posted));
}

async function cancelCheckout(parts: PayerParts, posted: Posted): Promise<string> {
  const found = await standing(parts, posted.sessionId);
  if (found?.state.kind === 'pay') {
    const { genuine } = readFormProof(posted.payer, posted.sessionId, posted.fields.get('csrf') ?? '');
    if (genuine || posted.sameOrigin) {
      await parts.sessions.setCheckout(found.session.key, {
        ...found.session.checkout,
        cancelledAt: parts.gateway.clock.now(),
      });
    }
  }
  return payAddress(posted.sessionId);
}
