/**
 * Handles the forms that a payer sends from the hosted page: a payment, or details to be stored. A form's POST always
 * ends in a redirect, so that reload and Back never send it again.
 */
import type { RequestFields, SourceOfFundsFields } from '../../contract/request-fields.ts';
import { SENSITIVE_PATHS } from '../../contract/secret-paths.ts';
import { secretTexts, secretValues, without } from '../../contract/values.ts';
import { type ReadForm, readForm } from '../payer/form.ts';
import { readFormProof } from '../payer/payer-cookie.ts';
import { blankForm, formToShow, type PostedForm, sentBy } from '../payer/posted-form.ts';
import { shopOf } from '../receipt/shop.ts';
import { CARD_OPERATIONS } from '../session/card-operations.ts';
import { merchantFields } from '../session/given-details.ts';
import { doneAddress, payAddress } from '../session/page-addresses.ts';
import { detailGroups, type ReadDetails, readDetails } from '../session/payer-details.ts';
import type { CheckoutSession, FormState } from '../session/session.ts';
import { endOf } from '../session/session-life.ts';
import type { Wait } from '../session/wait.ts';
import { addressAfterPay } from '../status/after-pay.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies, thisMonth } from '../status/checkout-status.ts';
import { currentStatus, oneAtATime, storedSession } from '../status/payment-link.ts';
import { returnAddressByKey } from '../status/return-address-by-key.ts';
import { type CheckoutState, canGoOn } from '../status/state.ts';
import { askBalance } from './ask-balance.ts';
import { makeAttempt, showNotice } from './attempt.ts';
import { abandon } from './authentication/abandon.ts';
import { firstAuthentication, isAuthenticated, isMandatory } from './authentication/card.ts';
import { payAuthenticated } from './authentication/pay-authenticated.ts';
import { confirmStored } from './confirm.ts';
import { noticeFor, tellWhatChanged } from './form-notice.ts';
import { type HeldForm, heldForm, waitInLane } from './lane/hold.ts';
import { PROOF, prove } from './lane/prove.ts';
import { takeGiftCardOff } from './part-payment.ts';
import { initiation, providerChoices } from './provider-payment.ts';
import { offeredCards, type SavedCard, savedSource, savesCard } from './saved-cards.ts';
import { discardGiftCard, OTHER_CARD, STORED_CARD, storedGiftCard } from './stored-gift-card.ts';

/** After this time a payer sees the page that says that the payment is under way. */
const PATIENCE_MS = 1_500;

/**
 * @returns the address to redirect to, always: the payment's result, or, if that takes longer, the page that says that
 *   it is under way, and polls
 */
export async function submit(dependencies: PayerDependencies, posted: PostedForm): Promise<string> {
  if (posted.fields.has(PROOF)) {
    return prove(dependencies, posted);
  }
  const { gateway } = dependencies;
  const held = Promise.withResolvers<'HELD'>();
  const answer = submitInLane(dependencies, posted, () => held.resolve('HELD'));
  const settled = answer.then(
    () => 'SETTLED' as const,
    () => 'SETTLED' as const,
  );
  for (;;) {
    const patience = gateway.pause(PATIENCE_MS).then(() => 'PATIENCE' as const);
    const first = await Promise.race([settled, held.promise, patience]);
    if (first === 'SETTLED') {
      return answer;
    }
    if (first === 'HELD' || (await isUnderWay(dependencies, posted.sessionId))) {
      // The result will be in the order, which the next page shows.
      answer.catch((error: unknown) => gateway.log.error({ err: error }, 'a payment failed after its payer went on'));
      return doneAddress(posted.sessionId);
    }
  }
}

/** A suspicious payer's form waits without the checkout's lock, so that it blocks no other request of the checkout. */
async function submitInLane(dependencies: PayerDependencies, posted: PostedForm, isHeld: () => void): Promise<string> {
  const turn = (passed?: Wait) =>
    oneAtATime(dependencies, posted.sessionId, () => submitForm(dependencies, posted, passed));
  const first = await turn();
  if (typeof first === 'string') {
    return first;
  }
  isHeld();
  if (!(await waitInLane(dependencies, first))) {
    return payAddress(posted.sessionId);
  }
  // Everything is validated again: the shop may have changed the order meanwhile.
  const then = await turn(first.wait);
  return typeof then === 'string' ? then : payAddress(posted.sessionId);
}

const UNDER_WAY: ReadonlySet<CheckoutState['kind']> = new Set(['authenticating', 'underWay', 'waiting']);

/** False too if the status cannot be read just now: the form's own answer follows. */
async function isUnderWay(dependencies: PayerDependencies, sessionId: string): Promise<boolean> {
  const found = await checkoutStatus(dependencies, sessionId).catch(() => undefined);
  return found !== undefined && UNDER_WAY.has(found.state.kind);
}

/**
 * @param passed the wait that the form has completed
 * @returns an address, or the wait that the form must complete
 */
async function submitForm(
  dependencies: PayerDependencies,
  posted: PostedForm,
  passed: Wait | undefined,
): Promise<string | HeldForm> {
  const { sessionId, fields } = posted;
  const found = afterWait(await currentStatus(dependencies, sessionId, posted.payer), passed);
  if (found?.state.kind === 'expired' && fields.has('renew')) {
    return renew(dependencies, found);
  }
  // Anyone with the link may release the gift card: the browser in which it was entered may be gone.
  if (found?.state.kind === 'held' && fields.has('giftCardOff')) {
    return takeOff(
      dependencies,
      posted,
      found,
      readFormProof(posted.payer, sessionId, fields.get('csrf') ?? '').genuine,
    );
  }
  if (found === undefined || found.state.kind !== 'pay') {
    return addressAfterPay(found?.state, sessionId);
  }
  const { session } = found;
  if (session.checkout.confirms !== undefined) {
    return confirmStored(dependencies, posted, found, found.state);
  }
  const method = fields.get('method');
  const provider = providerChoices(dependencies.gateway, found.merchant, session).find(({ id }) => id === method);
  const proof = readFormProof(posted.payer, sessionId, fields.get('csrf') ?? '');
  if (provider !== undefined && found.held === undefined) {
    return submitProvider(dependencies, posted, found, found.state, { proof, provider: provider.id });
  }
  const saved = (await offeredCards(dependencies, found)).find(({ choice }) => choice.id === method);
  if (saved !== undefined) {
    return submitSaved(dependencies, posted, found, found.state, { proof, saved, passed });
  }
  if (fields.has('giftCardOff')) {
    return takeOff(dependencies, posted, found, proof.genuine);
  }
  if (fields.has(OTHER_CARD)) {
    await discardGiftCard(dependencies, posted, session);
    return payAddress(session.id);
  }
  const form = readStoredGiftCard(dependencies, posted, session) ?? readForm(fields, thisMonth(dependencies));
  const details = readDetails(fields, detailGroups(merchantFields(session), form.method));
  const errors = { ...form.errors, ...details.errors };
  const notice = noticeFor(posted, proof.genuine, session, found.state);
  // The next page extends the session. Typed values are stored for it, without card data, and are not validated yet.
  const wantsTime = fields.has('moreTime');
  const wantsBalance = fields.has('balance') && form.method === 'giftCard';
  // A balance inquiry needs no payer details.
  const isRefused = !wantsBalance && Object.keys(errors).length > 0;
  if (fields.has('language') && notice === undefined) {
    // The same page again, in the language that the payer chose.
    const shown = formToShow(posted, session);
    await dependencies.sessions.setForm(session.key, {
      method: form.method,
      ...refillValues(posted, session, form, details),
      errors: shown.errors,
      ...(shown.notice && { notice: shown.notice }),
      ...(shown.before && { before: shown.before }),
    });
    return payAddress(session.id);
  }
  if (notice !== undefined || wantsTime || isRefused || form.sourceOfFunds === undefined) {
    await dependencies.sessions.setForm(session.key, {
      method: form.method,
      ...refillValues(posted, session, form, details),
      errors: notice === undefined && !wantsTime ? errors : {},
      ...(notice && { notice }),
      ...(notice === 'changed' && proof.amount && { before: proof.amount }),
    });
    return payAddress(session.id);
  }
  const state: FormState = { method: form.method, ...refillValues(posted, session, form, details), errors: {} };
  const { held } = found.state;
  if (wantsBalance) {
    await askBalance(dependencies, found, { from: posted.from, sourceOfFunds: form.sourceOfFunds, form: state });
    return payAddress(session.id);
  }
  // The page offers only one gift card, so a second one is refused without a charge.
  if (held !== undefined && form.method === 'giftCard') {
    return showNotice(dependencies, posted, session, 'elsewhere');
  }
  const { attempt } = found.state;
  const waits =
    passed === undefined &&
    session.checkout.operation !== 'NONE' &&
    (await heldForm(dependencies, posted, found, { sourceOfFunds: form.sourceOfFunds, state, attempt }));
  if (waits) {
    return waits;
  }
  const sent = {
    sourceOfFunds: form.sourceOfFunds,
    details,
    // Keeps the page waiting until the payment itself is under way.
    state: passed === undefined ? state : { ...state, wait: passed },
    attempt,
    genuine: proof.genuine,
    isRest: held !== undefined,
  };
  return session.checkout.operation === 'NONE'
    ? store(dependencies, posted, found, sent)
    : pay(dependencies, posted, found, sent);
}

/** Reads a form that pays with the stored gift card. */
function readStoredGiftCard(
  dependencies: PayerDependencies,
  posted: PostedForm,
  session: CheckoutSession,
): ReadForm | undefined {
  const sourceOfFunds = posted.fields.has(STORED_CARD)
    ? storedGiftCard(dependencies, session, formToShow(posted, session))
    : undefined;
  return sourceOfFunds && { method: 'giftCard', errors: {}, kept: {}, sourceOfFunds };
}

/** The checkout for a form that has completed its wait: without that wait. */
function afterWait(found: CheckoutStatus | undefined, passed: Wait | undefined): CheckoutStatus | undefined {
  return found?.state.kind === 'waiting' && found.state.wait.id === passed?.id
    ? { ...found, state: found.state.open }
    : found;
}

/**
 * Renews an ended session for a payer who comes back, if the order can still be paid. A pending authentication is
 * abandoned: its card is not charged when the bank answers.
 */
async function renew(dependencies: PayerDependencies, found: CheckoutStatus): Promise<string> {
  const { sessions, gateway } = dependencies;
  const { session, order } = found;
  const now = gateway.clock.now();
  if (!canGoOn(session, order, now)) {
    return payAddress(session.id);
  }
  if (session.checkout.authentication === undefined) {
    await sessions.touch(session.key, endOf(session, now));
  } else {
    await abandon(dependencies, found, 'again');
  }
  return payAddress(session.id);
}

/**
 * The values that the next page may show again. Without a cookie payers cannot be distinguished, so no values are
 * stored.
 */
function refillValues(
  { payer }: PostedForm,
  session: CheckoutSession,
  { kept }: ReadForm,
  { typed: details, paths }: ReadDetails,
): Pick<FormState, 'kept' | 'typedBy'> {
  const all = paths.length === 0 ? kept : { ...kept, details };
  return payer === undefined ? { kept: {} } : { kept: all, ...sentBy({ payer }, session) };
}

type Proof = ReturnType<typeof readFormProof>;

/**
 * A button has no fields to validate: checks only that the payer saw the current amount.
 * @returns the address to redirect to if refused
 */
async function refusedButton(
  { sessions }: PayerDependencies,
  posted: PostedForm,
  session: CheckoutSession,
  state: CheckoutState & { kind: 'pay' },
  proof: Proof,
): Promise<string | undefined> {
  const notice = noticeFor(posted, proof.genuine, session, state);
  if (notice === undefined) {
    return undefined;
  }
  await sessions.setForm(session.key, {
    ...blankForm(posted, session, notice),
    ...(notice === 'changed' && proof.amount && { before: proof.amount }),
  });
  return payAddress(session.id);
}

async function submitProvider(
  dependencies: PayerDependencies,
  posted: PostedForm,
  found: CheckoutStatus,
  state: CheckoutState & { kind: 'pay' },
  { proof, provider }: { readonly proof: Proof; readonly provider: string },
): Promise<string> {
  const { session, merchant } = found;
  const refused = await refusedButton(dependencies, posted, session, state, proof);
  if (refused !== undefined) {
    return refused;
  }
  const stored = await storedSession(dependencies, session);
  if ((await dependencies.sessionService.collect(stored, {}, blankForm(posted, session))) === undefined) {
    return tellWhatChanged(dependencies, posted, proof.genuine);
  }
  return makeAttempt(dependencies, posted, found, {
    transactionId: state.attempt,
    operation: 'INITIATE_BROWSER_PAYMENT',
    values: initiation(paymentFields(session), provider, session.checkout),
    returnUrl: returnAddressByKey(session.key),
    shopName: shopOf(merchant, session.fields).name,
  });
}

const NO_DETAILS: ReadDetails = { errors: {}, typed: {}, paths: [], values: {} };

async function submitSaved(
  dependencies: PayerDependencies,
  posted: PostedForm,
  found: CheckoutStatus,
  open: CheckoutState & { kind: 'pay' },
  { proof, saved, passed }: { readonly proof: Proof; readonly saved: SavedCard; readonly passed: Wait | undefined },
): Promise<string | HeldForm> {
  const { session } = found;
  const refused = await refusedButton(dependencies, posted, session, open, proof);
  if (refused !== undefined) {
    return refused;
  }
  const { attempt, held } = open;
  const state = blankForm(posted, session);
  const { sourceOfFunds } = saved;
  const waits =
    passed === undefined && (await heldForm(dependencies, posted, found, { sourceOfFunds, state, attempt }));
  return (
    waits ||
    pay(dependencies, posted, found, {
      sourceOfFunds,
      details: NO_DETAILS,
      state: passed === undefined ? state : { ...state, wait: passed },
      attempt,
      genuine: proof.genuine,
      isRest: held !== undefined,
      saved,
    })
  );
}

/** Removes the held gift card at the payer's request. The next page shows only the changed order. */
async function takeOff(
  dependencies: PayerDependencies,
  posted: PostedForm,
  found: CheckoutStatus,
  genuine: boolean,
): Promise<string> {
  const { session } = found;
  if (!genuine && !posted.sameOrigin) {
    return showNotice(dependencies, posted, session, 'again');
  }
  // Clears a notice of another tab, which is out of date.
  await dependencies.sessions.setForm(session.key, blankForm(posted, session));
  await takeGiftCardOff(dependencies, found);
  return payAddress(session.id);
}

/** A valid form. */
interface SentForm {
  readonly sourceOfFunds: SourceOfFundsFields;
  readonly details: ReadDetails;
  readonly state: FormState;
  /** Transaction id of this attempt. */
  readonly attempt: string;
  /** The form carries this payer's own proof. */
  readonly genuine: boolean;
  /** A gift card is held that pays a part of the order. */
  readonly isRest: boolean;
  /** The stored card to pay with. */
  readonly saved?: SavedCard;
}

/**
 * Like a merchant's server: collects instrument and details into the session, and pays with the resulting version of
 * the session.
 */
async function pay(
  dependencies: PayerDependencies,
  posted: PostedForm,
  found: CheckoutStatus,
  { sourceOfFunds, details, state, attempt, genuine, isRest, saved }: SentForm,
): Promise<string> {
  const { sessionService } = dependencies;
  const operation = CARD_OPERATIONS[found.session.checkout.operation as keyof typeof CARD_OPERATIONS];
  const isSaved = saved === undefined && state.method === 'card' && savesCard(found, posted.fields);
  const source = saved === undefined ? sourceOfFunds : savedSource(saved);
  const { sourceOfFunds: instrument } = without({ sourceOfFunds: source }, SENSITIVE_PATHS);
  const stored = await storedSession(dependencies, found.session);
  if (state.method === 'card' && isAuthenticated(dependencies, found, sourceOfFunds)) {
    const authentication = firstAuthentication(dependencies, posted, found, attempt, { isRest, isSaved });
    const waiting = await sessionService.collect(stored, { sourceOfFunds: source, details, authentication }, state);
    return waiting === undefined
      ? tellWhatChanged(dependencies, posted, genuine)
      : payAuthenticated(dependencies, waiting);
  }
  const collected = await sessionService.collect(stored, { sourceOfFunds: instrument, details }, state);
  if (collected === undefined) {
    return tellWhatChanged(dependencies, posted, genuine);
  }
  const { id, version } = collected;
  const sensitive = secretValues(secretTexts({ sourceOfFunds: source }, SENSITIVE_PATHS), true);
  return makeAttempt(dependencies, posted, found, {
    transactionId: attempt,
    operation,
    values: { ...sensitive, session: { id, version } },
    collected,
    ...(isRest && { part: { kind: 'REST' } as const }),
    ...(isSaved && { savesCard: true }),
    ...(isMandatory(found.session) && { mustAuthenticate: true }),
    ...(state.method === 'giftCard' && { giftCard: sourceOfFunds }),
  });
}

/** The checkout's fields for a provider's payment. */
function paymentFields(session: CheckoutSession): RequestFields {
  return without(merchantFields(session), ['interaction', 'checkoutMode', 'paymentLink', 'order.id', 'sourceOfFunds']);
}

/** NONE: no charge; the details are stored in the session for the merchant's own operation. */
async function store(
  dependencies: PayerDependencies,
  posted: PostedForm,
  { session, owner }: CheckoutStatus,
  { sourceOfFunds, details, genuine }: SentForm,
): Promise<string> {
  // Without a payment, a security code typed on the page is not stored.
  const { sourceOfFunds: kept } = without({ sourceOfFunds }, SENSITIVE_PATHS);
  const collected = { sourceOfFunds: kept, details, storedAt: dependencies.gateway.clock.now() };
  const stored = await dependencies.sessionService.collect(owner, collected, null);
  return stored === undefined ? tellWhatChanged(dependencies, posted, genuine) : doneAddress(session.id);
}
