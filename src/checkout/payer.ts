/**
 * The payer's actions at the hosted page: pay, cancel, cancel a provider's payment. A form's POST always ends in a
 * redirect, so that reload and Back never send it again.
 */
import { InterfaceError } from '../contract/interface-error.ts';
import type { Values } from '../contract/read.ts';
import { merge, textAt, without } from '../contract/values.ts';
import { execute } from '../gateway/operations/execute.ts';
import type { TransactionCall } from '../gateway/operations/plan.ts';
import type { InitialOperation } from '../gateway/order-records.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies, thisMonth } from './checkout-status.ts';
import { type ReadForm, readForm } from './form.ts';
import { doneAddress, payAddress } from './page-addresses.ts';
import { shopOf } from './page-model.ts';
import { type Payer, payerMark, readFormProof } from './payer-cookie.ts';
import { cancelProviderPayment, initiation, providerChoices } from './provider-payment.ts';
import type { Checkout, FormState } from './session.ts';
import type { CheckoutSession, CheckoutState } from './state.ts';

const CARD_OPERATIONS: Record<Exclude<Checkout['operation'], 'NONE'>, InitialOperation> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
};

const BLANK_FORM: FormState = { method: 'card', kept: {}, errors: {} };

export interface Posted {
  readonly sessionId: string;
  readonly fields: URLSearchParams;
  readonly payer: Payer | undefined;
  /** The browser states that our own page sent it. */
  readonly sameOrigin: boolean;
  /** Network address of the browser. */
  readonly from: string;
}

/** @returns the address to redirect to, always */
export function submit(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  return dependencies.mutex.run(posted.sessionId, () => submitForm(dependencies, posted));
}

async function submitForm(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  const { sessionId, fields } = posted;
  const found = await checkoutStatus(dependencies, sessionId);
  if (found === undefined || found.state.kind !== 'pay') {
    return found?.state.kind === 'paid' ? doneAddress(sessionId) : payAddress(sessionId);
  }
  const { session } = found;
  const method = fields.get('method');
  const provider = providerChoices(dependencies.gateway, found.merchant, session.checkout).find(
    ({ id }) => id === method,
  );
  if (provider !== undefined) {
    return submitProvider(dependencies, posted, found, found.state, provider.id);
  }
  const proof = readFormProof(posted.payer, sessionId, fields.get('csrf') ?? '');
  const form = readForm(fields, thisMonth(dependencies));
  const notice = noticeFor(posted, proof.genuine, session, found.state);
  if (notice !== undefined || form.sourceOfFunds === undefined) {
    await dependencies.sessions.setForm(session.key, {
      method: form.method,
      ...typed(posted, form),
      errors: notice === undefined ? form.errors : {},
      ...(notice && { notice }),
      ...(notice === 'changed' && proof.amount && { before: proof.amount }),
    });
    return payAddress(sessionId);
  }
  await dependencies.sessions.setForm(session.key, { method: form.method, ...typed(posted, form), errors: {} });
  return session.checkout.operation === 'NONE'
    ? store(dependencies, found, form.sourceOfFunds)
    : pay(dependencies, found, form, found.state.attempt);
}

/** What the next page may show again. Without a cookie nobody can be told from others, so nothing is kept. */
function typed({ payer, sessionId }: Posted, { kept }: ReadForm): Pick<FormState, 'kept' | 'typedBy'> {
  return payer === undefined ? { kept: {} } : { kept, typedBy: payerMark(payer, sessionId) };
}

/** A provider's button has no fields to validate; check only that the payer saw the current amount. */
async function submitProvider(
  dependencies: PayerDependencies,
  posted: Posted,
  { session, merchant }: CheckoutStatus,
  state: CheckoutState & { kind: 'pay' },
  provider: string,
): Promise<string> {
  const proof = readFormProof(posted.payer, session.id, posted.fields.get('csrf') ?? '');
  const notice = noticeFor(posted, proof.genuine, session, state);
  await dependencies.sessions.setForm(session.key, {
    ...BLANK_FORM,
    ...(notice && { notice }),
    ...(notice === 'changed' && proof.amount && { before: proof.amount }),
  });
  if (notice !== undefined) {
    return payAddress(session.id);
  }
  return executeAttempt(dependencies, { session, merchant }, state.attempt, {
    operation: 'INITIATE_BROWSER_PAYMENT',
    values: initiation(paymentFields(session), provider, session.checkout),
    returnUrl: doneAddress(session.id),
    shopName: shopOf(merchant, session.fields).name,
    from: posted.from,
  });
}

/** Why the form must be shown again before it is processed. */
function noticeFor(
  { fields, sameOrigin }: Posted,
  genuine: boolean,
  session: CheckoutSession,
  state: CheckoutState & { kind: 'pay' },
): FormState['notice'] {
  if (!genuine && !sameOrigin) {
    return 'again';
  }
  if (fields.get('sessionVersion') !== session.version) {
    return 'changed';
  }
  return fields.get('attempt') === state.attempt ? undefined : 'again';
}

async function pay(
  dependencies: PayerDependencies,
  { session, merchant }: CheckoutStatus,
  form: ReadForm,
  transactionId: string,
): Promise<string> {
  const operation = CARD_OPERATIONS[session.checkout.operation as keyof typeof CARD_OPERATIONS];
  const fields = without(paymentFields(session), ['browserPayment']);
  const values = merge(fields, { sourceOfFunds: form.sourceOfFunds } as Values);
  return executeAttempt(dependencies, { session, merchant }, transactionId, { operation, values });
}

/** The checkout's fields of the payment itself. */
function paymentFields({ fields }: CheckoutSession): Values {
  return without(fields, ['interaction', 'checkoutMode', 'paymentLink', 'order.id', 'sourceOfFunds']);
}

async function executeAttempt(
  dependencies: PayerDependencies,
  { session, merchant }: Pick<CheckoutStatus, 'merchant' | 'session'>,
  transactionId: string,
  call: Pick<TransactionCall, 'from' | 'operation' | 'returnUrl' | 'shopName' | 'values'>,
): Promise<string> {
  try {
    const result = await execute(dependencies.gateway, {
      merchant,
      orderId: textAt(session.fields, 'order.id') as string,
      transactionId,
      version: session.checkout.version,
      entryPoint: 'HOSTED_PAGE',
      pageSession: session.key,
      ...call,
    });
    const outcome = result.kind === 'DONE' ? result.transaction.outcome : undefined;
    const paid = outcome !== undefined && outcome.order.status !== 'FAILED' && call.returnUrl === undefined;
    return paid ? doneAddress(session.id) : payAddress(session.id);
  } catch (error) {
    // Another tab used this attempt with another card: the page shows the result of that one.
    if (error instanceof InterfaceError && error.errorCause === 'INVALID_REQUEST') {
      return payAddress(session.id);
    }
    throw error;
  }
}

/** NONE: nothing is charged; the details are stored in the session for the merchant's own operation. */
async function store(
  { sessionService, gateway }: PayerDependencies,
  { session }: CheckoutStatus,
  sourceOfFunds: Values,
): Promise<string> {
  // A security code typed on the page is kept for this one request only.
  const kept = without({ sourceOfFunds }, ['sourceOfFunds.provided.card.securityCode']);
  await sessionService.update(session, kept, { ...session.checkout, storedAt: gateway.clock.now() });
  return doneAddress(session.id);
}

/** @returns the address to redirect to, always: the cancelled page, or the current status when money may have moved */
export function cancel(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  return dependencies.mutex.run(posted.sessionId, () => cancelCheckout(dependencies, posted));
}

async function cancelCheckout(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  const found = await checkoutStatus(dependencies, posted.sessionId);
  if (found?.state.kind === 'pay') {
    const { genuine } = readFormProof(posted.payer, posted.sessionId, posted.fields.get('csrf') ?? '');
    if (genuine || posted.sameOrigin) {
      await dependencies.sessions.setCheckout(found.session.key, {
        ...found.session.checkout,
        cancelledAt: dependencies.gateway.clock.now(),
      });
    }
  }
  return payAddress(posted.sessionId);
}

/** "Pay another way": cancels the payment at the provider. @returns the address to redirect to, always */
export function submitCancelAtProvider(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  return dependencies.mutex.run(posted.sessionId, () => cancelLockedAtProvider(dependencies, posted));
}

async function cancelLockedAtProvider(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  const found = await checkoutStatus(dependencies, posted.sessionId);
  if (found?.state.kind === 'atProvider') {
    const { genuine } = readFormProof(posted.payer, posted.sessionId, posted.fields.get('csrf') ?? '');
    const isCancelled =
      (genuine || posted.sameOrigin) && (await cancelProviderPayment(dependencies, found.state.found, posted.from));
    await dependencies.sessions.setForm(found.session.key, {
      ...BLANK_FORM,
      ...(!isCancelled && { notice: 'unreached' }),
    });
  }
  return payAddress(posted.sessionId);
}
