/**
 * What a payer does at the hosted page: pay, cancel, give a provider's payment up. A form's POST always ends in a redirect, so that reload
 * and Back never send it again.
 */
import { InterfaceError } from '../contract/errors.ts';
import type { Values } from '../contract/read.ts';
import { overlay, textAt, without } from '../contract/values.ts';
import type { TransactionCall } from '../gateway/operations/plan.ts';
import { transact } from '../gateway/operations/transact.ts';
import type { InitialOperation } from '../gateway/records.ts';
import { doneAddress, payAddress } from './addresses.ts';
import { type ReadForm, readForm } from './form.ts';
import { shopOf } from './page-model.ts';
import { type Payer, readFormProof } from './payer-cookie.ts';
import { initiation, letGo, providerChoices } from './provider-payment.ts';
import type { Checkout, FormState } from './session.ts';
import { type PayerParts, type Standing, standing, thisMonth } from './standing.ts';
import type { CheckoutSession, CheckoutState } from './state.ts';

const OPERATIONS: Record<Exclude<Checkout['operation'], 'NONE'>, InitialOperation> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
};

const BLANK_FORM: FormState = { method: 'card', kept: {}, errors: {} };

export interface Posted {
  readonly sessionId: string;
  readonly fields: URLSearchParams;
  readonly payer: Payer | undefined;
  /** The browser says that our own page sent it. */
  readonly sameOrigin: boolean;
  /** The address on the network that it came from. */
  readonly from: string;
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
  const method = fields.get('method');
  const provider = providerChoices(parts.gateway, found.merchant, session.checkout).find(({ id }) => id === method);
  if (provider !== undefined) return submitProvider(parts, posted, found, found.state, provider.id);
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

/** A provider's button: there is nothing to read but whether the payer saw what is paid now. */
async function submitProvider(
  parts: PayerParts,
  posted: Posted,
  { session, merchant }: Standing,
  state: CheckoutState & { kind: 'pay' },
  provider: string,
): Promise<string> {
  const proof = readFormProof(posted.payer, session.id, posted.fields.get('csrf') ?? '');
  const notice = noticeFor(posted, proof.genuine, session, state);
  await parts.sessions.setForm(session.key, {
    ...BLANK_FORM,
    ...(notice && { notice }),
    ...(notice === 'changed' && proof.amount && { before: proof.amount }),
  });
  if (notice !== undefined) return payAddress(session.id);
  return attempt(parts, { session, merchant }, state.attempt, {
    operation: 'INITIATE_BROWSER_PAYMENT',
    values: initiation(paymentFields(session), provider, session.checkout),
    home: doneAddress(session.id),
    shopName: shopOf(merchant, session.fields).name,
    from: posted.from,
  });
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
  transactionId: string,
): Promise<string> {
  const operation = OPERATIONS[session.checkout.operation as keyof typeof OPERATIONS];
  const fields = without(paymentFields(session), ['browserPayment']);
  const values = overlay(fields, { sourceOfFunds: form.sourceOfFunds } as Values);
  return attempt(parts, { session, merchant }, transactionId, { operation, values });
}

/** What the checkout says of the payment itself. */
function paymentFields({ fields }: CheckoutSession): Values {
  return without(fields, ['interaction', 'checkoutMode', 'paymentLink', 'order.id', 'sourceOfFunds']);
}

async function attempt(
  parts: PayerParts,
  { session, merchant }: Pick<Standing, 'merchant' | 'session'>,
  transactionId: string,
  asked: Pick<TransactionCall, 'from' | 'home' | 'operation' | 'shopName' | 'values'>,
): Promise<string> {
  try {
    const result = await transact(parts.gateway, {
      merchant,
      orderId: textAt(session.fields, 'order.id') as string,
      transactionId,
      version: session.checkout.version,
      entryPoint: 'HOSTED_PAGE',
      pageSession: session.key,
      ...asked,
    });
    const outcome = result.kind === 'DONE' ? result.transaction.outcome : undefined;
    const paid = outcome !== undefined && outcome.order.status !== 'FAILED' && asked.home === undefined;
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

/** "Pay another way": gives the payment at the provider up. @returns the address to redirect to, always */
export function withdraw(parts: PayerParts, posted: Posted): Promise<string> {
  return parts.oneAtATime.run(posted.sessionId, () => withdrawPayment(parts, posted));
}

async function withdrawPayment(parts: PayerParts, posted: Posted): Promise<string> {
  const found = await standing(parts, posted.sessionId);
  if (found?.state.kind === 'atProvider') {
    const { genuine } = readFormProof(posted.payer, posted.sessionId, posted.fields.get('csrf') ?? '');
    const isLetGo = (genuine || posted.sameOrigin) && (await letGo(parts, found.state.found, posted.from));
    await parts.sessions.setForm(found.session.key, { ...BLANK_FORM, ...(!isLetGo && { notice: 'unreached' }) });
  }
  return payAddress(posted.sessionId);
}
