/**
 * What a payer sends from the hosted page's forms: a payment, or details to be stored. A form's POST always ends in a
 * redirect, so that reload and Back never send it again.
 */
import { resultOf } from '../contract/gateway-codes.ts';
import { InterfaceError } from '../contract/interface-error.ts';
import type { RequestFields, SourceOfFundsFields } from '../contract/request-fields.ts';
import { SENSITIVE_PATHS } from '../contract/secret-paths.ts';
import { secretTexts, secretValues, without } from '../contract/values.ts';
import { execute, type Merchant, type TransactionCall } from '../gateway/index.ts';
import type { InitialOperation, PayerPage, StoredTransaction } from '../gateway/ports/index.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies, thisMonth } from './checkout-status.ts';
import { type ReadForm, readForm } from './form.ts';
import { formMark, isOfAttempt } from './form-mark.ts';
import { doneAddress, payAddress } from './page-addresses.ts';
import { shopOf } from './page-model.ts';
import { readFormProof } from './payer-cookie.ts';
import { currentStatus, oneAtATime, storedSession } from './payment-link.ts';
import { blankForm, type Posted, sentBy } from './posted-form.ts';
import { initiation, providerChoices } from './return/index.ts';
import { shopSiteOf } from './return-url.ts';
import type { Checkout, FormState } from './session.ts';
import { attemptsKey, type CheckoutSession, type CheckoutState, merchantVersion } from './state.ts';

const CARD_OPERATIONS: Record<Exclude<Checkout['operation'], 'NONE'>, InitialOperation> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
};

/** @returns the address to redirect to, always */
export function submit(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  return oneAtATime(dependencies, posted.sessionId, () => submitForm(dependencies, posted));
}

async function submitForm(dependencies: PayerDependencies, posted: Posted): Promise<string> {
  const { sessionId, fields } = posted;
  const found = await currentStatus(dependencies, sessionId, posted.payer);
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
      ...typed(posted, session, form),
      errors: notice === undefined ? form.errors : {},
      ...(notice && { notice }),
      ...(notice === 'changed' && proof.amount && { before: proof.amount }),
    });
    return payAddress(session.id);
  }
  const state: FormState = { method: form.method, ...typed(posted, session, form), errors: {} };
  return session.checkout.operation === 'NONE'
    ? store(dependencies, found, form.sourceOfFunds, state)
    : pay(dependencies, posted, found, { sourceOfFunds: form.sourceOfFunds, state, attempt: found.state.attempt });
}

/** What the next page may show again. Without a cookie nobody can be told from others, so nothing is kept. */
function typed({ payer }: Posted, session: CheckoutSession, { kept }: ReadForm): Pick<FormState, 'kept' | 'typedBy'> {
  return payer === undefined ? { kept: {} } : { kept, ...sentBy({ payer }, session) };
}

/** A provider's button has no fields to validate; check only that the payer saw the current amount. */
async function submitProvider(
  dependencies: PayerDependencies,
  posted: Posted,
  found: CheckoutStatus,
  state: CheckoutState & { kind: 'pay' },
  provider: string,
): Promise<string> {
  const { session, merchant } = found;
  const proof = readFormProof(posted.payer, posted.sessionId, posted.fields.get('csrf') ?? '');
  const notice = noticeFor(posted, proof.genuine, session, state);
  if (notice !== undefined) {
    await dependencies.sessions.setForm(session.key, {
      ...blankForm(posted, session, notice),
      ...(notice === 'changed' && proof.amount && { before: proof.amount }),
    });
    return payAddress(session.id);
  }
  const stored = await storedSession(dependencies, session);
  if ((await dependencies.sessionService.collect(stored, undefined, blankForm(posted, session))) === undefined) {
    return tellElsewhere(dependencies, posted, session);
  }
  return executeAttempt(dependencies, posted, found, state.attempt, {
    operation: 'INITIATE_BROWSER_PAYMENT',
    values: initiation(paymentFields(session), provider, session.checkout),
    returnUrl: doneAddress(session.id),
    shopName: shopOf(merchant, session.fields).name,
    from: posted.from,
  });
}

/** Why the form must be shown again before it is processed. */
function noticeFor(
  { fields, sameOrigin, sessionId }: Posted,
  genuine: boolean,
  session: CheckoutSession,
  state: CheckoutState & { kind: 'pay' },
): FormState['notice'] {
  if (!genuine && !sameOrigin) {
    return 'again';
  }
  if (fields.get('sessionVersion') !== merchantVersion(session)) {
    return 'changed';
  }
  const mark = fields.get('attempt') ?? '';
  if (!isOfAttempt(mark, state.attempt)) {
    return 'elsewhere';
  }
  if (mark !== formMark(state.attempt, session.checkout)) {
    return 'cancelled';
  }
  // The session behind the link that showed this form has ended.
  return sessionId === session.id ? undefined : 'again';
}

interface TypedInstrument {
  readonly sourceOfFunds: SourceOfFundsFields;
  readonly state: FormState;
  /** Transaction id of this attempt. */
  readonly attempt: string;
}

/**
 * As a merchant's server does: collects the instrument into the session, and pays with the session in the version that
 * this made.
 */
async function pay(
  dependencies: PayerDependencies,
  posted: Posted,
  found: CheckoutStatus,
  { sourceOfFunds, state, attempt }: TypedInstrument,
): Promise<string> {
  const { sessionService } = dependencies;
  const operation = CARD_OPERATIONS[found.session.checkout.operation as keyof typeof CARD_OPERATIONS];
  const { sourceOfFunds: instrument } = without({ sourceOfFunds }, SENSITIVE_PATHS);
  const stored = await storedSession(dependencies, found.session);
  const collected = await sessionService.collect(stored, instrument, state);
  if (collected === undefined) {
    return tellElsewhere(dependencies, posted, found.session);
  }
  const { id, version } = collected;
  const sensitive = secretValues(secretTexts({ sourceOfFunds }, SENSITIVE_PATHS), true);
  return executeAttempt(dependencies, posted, found, attempt, {
    operation,
    values: { ...sensitive, session: { id, version } },
    // What was refused is forgotten: a shop that stores the session's card stores one that paid.
    refused: () => sessionService.collect(collected, undefined, state),
  });
}

/** Another form, or the shop, changed the session while this form was read. */
async function tellElsewhere(
  { sessions }: PayerDependencies,
  posted: Posted,
  session: CheckoutSession,
): Promise<string> {
  await sessions.setForm(session.key, blankForm(posted, session, 'elsewhere'));
  return payAddress(session.id);
}

/** The checkout's fields of a provider's payment itself. */
function paymentFields({ fields }: CheckoutSession): RequestFields {
  return without(fields, ['interaction', 'checkoutMode', 'paymentLink', 'order.id', 'sourceOfFunds']);
}

async function executeAttempt(
  dependencies: PayerDependencies,
  posted: Posted,
  { session, owner, merchant }: CheckoutStatus,
  transactionId: string,
  {
    refused,
    ...call
  }: Pick<TransactionCall, 'from' | 'operation' | 'returnUrl' | 'shopName' | 'values'> & {
    readonly refused?: () => Promise<unknown>;
  },
): Promise<string> {
  const told = async (notice: FormState['notice']) => {
    await dependencies.sessions.setForm(session.key, blankForm(posted, session, notice));
    return payAddress(session.id);
  };
  // A cancel that another process took meanwhile voids the form as one that was taken here does.
  const now = await dependencies.sessionService.findById(owner.id);
  if (now?.checkout?.leftAt !== session.checkout.leftAt) {
    return told('cancelled');
  }
  try {
    const result = await execute(dependencies.gateway, {
      merchant,
      orderId: session.fields.order?.id as string,
      transactionId,
      version: session.checkout.version,
      entryPoint: 'HOSTED_PAGE',
      pageSession: attemptsKey(session),
      page: payerPage(merchant, session),
      ...call,
    });
    // Another form of this checkout is under way.
    if (result.kind === 'LOCKED') {
      return told('elsewhere');
    }
    const { outcome } = result.transaction;
    if (outcome !== undefined && resultOf(outcome.gatewayCode) === 'FAILURE') {
      await refused?.();
      await awaitReversal(dependencies, result.transaction);
    }
    const paid = outcome !== undefined && outcome.order.status !== 'FAILED' && call.returnUrl === undefined;
    return paid ? doneAddress(session.id) : payAddress(session.id);
  } catch (error) {
    // Another tab used this attempt with another card: the page shows the result of that one, as another's.
    if (error instanceof InterfaceError && error.errorCause === 'INVALID_REQUEST') {
      return told(error.problems.some(({ field }) => field === 'session.version') ? 'changed' : 'elsewhere');
    }
    // The same form was sent twice and the first one is still under way: no page may say that nothing was started.
    const found = error instanceof InterfaceError ? await checkoutStatus(dependencies, session.id) : undefined;
    if (found !== undefined && found.state.kind !== 'pay') {
      return payAddress(session.id);
    }
    throw error;
  }
}

/** An acquirer that answers at all acknowledges a reversal within this time. */
const REVERSAL_WAIT_MS_MAX = 1_500;
const REVERSAL_POLL_MS = 50;

/**
 * Gives the reversal of a failed payment, which is on its way already, a moment to be acknowledged: the next page can
 * then say that no money was taken.
 */
async function awaitReversal({ gateway }: PayerDependencies, { orderKey }: StoredTransaction): Promise<void> {
  for (let waited = 0; waited < REVERSAL_WAIT_MS_MAX; waited += REVERSAL_POLL_MS) {
    if (!(await gateway.orders.isReversalPending(orderKey))) {
      return;
    }
    await gateway.pause(REVERSAL_POLL_MS);
  }
}

function payerPage(merchant: Merchant, session: CheckoutSession): PayerPage {
  const shopUrl = shopSiteOf(session);
  const locale = session.fields.interaction?.locale;
  return {
    shopName: shopOf(merchant, session.fields).name,
    ...(shopUrl !== undefined && { shopUrl }),
    ...(locale !== undefined && { locale }),
  };
}

/** NONE: nothing is charged; the details are stored in the session for the merchant's own operation. */
async function store(
  { sessions, sessionService, gateway }: PayerDependencies,
  { session, owner }: CheckoutStatus,
  sourceOfFunds: SourceOfFundsFields,
  state: FormState,
): Promise<string> {
  await sessions.setForm(session.key, state);
  // A security code typed on the page is kept for this one request only.
  const kept = without({ sourceOfFunds }, ['sourceOfFunds.provided.card.securityCode']);
  await sessionService.update(owner, kept, { ...owner.checkout, storedAt: gateway.clock.now() });
  return doneAddress(session.id);
}
