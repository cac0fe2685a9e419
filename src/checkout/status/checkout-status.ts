/** Loads a payer's checkout with all data that its pages are made from. */

import {
  type BrowserPaymentDependencies,
  cachedStatus,
  hasEvent,
  isResultOpen,
  isUnanswered,
  lastStatus,
  paymentResult,
} from '../../core/browser-payments/index.ts';
import { heldParts, type Merchant, type Movement } from '../../core/index.ts';
import {
  type FoundPayment,
  type Links,
  type MailOutbox,
  type StoredOrder,
  type StoredTransaction,
  supportCode,
  type ValidateMerchant,
} from '../../core/ports/index.ts';
import { openUnderId } from '../../platform/id-seal.ts';
import type { KeyedMutex } from '../../platform/keyed-mutex.ts';
import type { MoneyAtProvider, OtherSites, PayPage } from '../../web/views/index.ts';
import type { ChallengeQueue } from '../payer/challenge-queue.ts';
import type { MatchLocale } from '../payer/payer-languages.ts';
import { failedPaymentsMoney } from '../receipt/provider-money.ts';
import type { PendingAuthentication } from '../session/pending-authentication.ts';
import { attemptsKey, type CheckoutSession, type Session, type Sessions, sealingId } from '../session/session.ts';
import { SESSION_ID } from '../session/session-ids.ts';
import type { SessionService } from '../session/session-service.ts';
import { confirmedCard } from './confirmed-card.ts';
import { returnReceipt } from './return-receipt.ts';
import { type ReturnParameters, returnUrlOf } from './return-url.ts';
import { type CheckoutState, checkoutState } from './state.ts';
import { type CheckoutEnd, holdsIn, isEnd } from './states.ts';

/** A wallet whose script the page loads, or that is a part of the browser. */
interface PageWallet {
  /** The URL of its script. Absent: a part of the browser. */
  readonly script?: string | undefined;
  readonly sites?: OtherSites | undefined;
}

export interface PageWallets {
  readonly applePay?:
    | (PageWallet & {
        readonly validate: ValidateMerchant;
        /** The host of the hosted page. */
        readonly domain: string;
        /** Counts a validation for this network address. @returns whether the limit is exceeded */
        readonly isTooOften: (from: string) => boolean;
      })
    | undefined;
  readonly googlePay?:
    | (PageWallet & {
        /** The gateway's name at Google. */
        readonly gateway: string | undefined;
        readonly environment: 'PRODUCTION' | 'TEST';
      })
    | undefined;
}

export interface PayerDependencies extends BrowserPaymentDependencies {
  readonly sessionService: SessionService;
  readonly sessions: Sessions;
  readonly links: Links;
  readonly mutex: KeyedMutex;
  readonly sandbox: boolean;
  /** Like the sandbox's, its pages say that no money is moved. */
  readonly isStaging?: boolean;
  readonly matchLocale: MatchLocale;
  /** Counts an inquiry for a gift card's balance from this network address. @returns whether the limit is exceeded */
  readonly asksTooOften: (from: string) => boolean;
  /** Counts a question about a card's first digits. @returns whether the session or the network exceeds its limit */
  readonly asksCardsTooOften: (payer: { readonly sessionId: string; readonly from: string }) => boolean;
  /** The queue in which forms of suspicious payers wait. */
  readonly challengeQueue: ChallengeQueue;
  /** The gateway's own origin: the issuer of return receipts. */
  readonly publicOrigin: string;
  /** The queue of receipts; absent if no mail server is configured. */
  readonly receipts?: Pick<MailOutbox, 'stateOf'>;
  /** The operator's artwork by brand, wallet or provider. */
  readonly artwork?: PayPage['artwork'];
  /** The wallets whose buttons the page may have. */
  readonly wallets?: PageWallets | undefined;
}

export interface CheckoutStatus {
  /** For a session behind a payment link, it has the link's fields and checkout. */
  readonly session: CheckoutSession;
  /** The session that the merchant made: the same one, or the payment link's. */
  readonly owner: CheckoutSession;
  readonly merchant: Merchant;
  readonly order: StoredOrder | undefined;
  readonly state: CheckoutState;
  /** The gift card's part of the order that is held until the rest is paid. */
  readonly held?: StoredTransaction;
  /** A failed attempt's reversal is not acknowledged: no page may say that no money was taken. */
  readonly isReserved: boolean;
  /** The pending reversal can only be of a verification or a gift card: it shows no amount at a bank. */
  readonly isWithoutBank: boolean;
  /** Money of failed payments at providers, which the page reports instead of "no money was taken". */
  readonly money?: MoneyAtProvider;
}

/** A checkout with an attempt that waits for the payer's bank. */
export interface Authenticating {
  readonly found: CheckoutStatus;
  readonly pending: PendingAuthentication;
}

export async function checkoutStatus(
  dependencies: PayerDependencies,
  sessionId: string,
): Promise<CheckoutStatus | undefined> {
  const found = SESSION_ID.test(sessionId) ? await sessionsOf(dependencies, sessionId) : undefined;
  const merchant = found && (await dependencies.merchantByKey(found.owner.merchantKey));
  if (found === undefined || merchant === undefined) {
    return undefined;
  }
  const { session, owner } = found;
  const order = await dependencies.gateway.orders.find(merchant.key, session.fields.order?.id ?? '');
  const [current, isReserved, { late, notice }, held] = await Promise.all([
    currentState(dependencies, session, order),
    isMoneyReserved(dependencies, order),
    failedPaymentsMoney(dependencies.gateway, order),
    heldPart(dependencies, order),
  ]);
  const state = withOverrides(current, merchant, late);
  return {
    session,
    owner,
    merchant,
    order,
    state,
    // A held gift card is released soon if the rest cannot be paid.
    isReserved: isReserved || (held !== undefined && state.kind !== 'pay'),
    held,
    isWithoutBank: !isAtBank(order),
    money: notice,
  };
}

/** The support code of a checkout's payments, without their state. @returns undefined before the first attempt */
export async function codeOfSession(dependencies: PayerDependencies, sessionId: string): Promise<string | undefined> {
  const { orders, sealer } = dependencies.gateway;
  const found = SESSION_ID.test(sessionId) ? await sessionsOf(dependencies, sessionId) : undefined;
  const orderId = found?.session.fields.order?.id;
  const order = found && orderId !== undefined ? await orders.find(found.owner.merchantKey, orderId) : undefined;
  return order && supportCode(sealer, order.key);
}

async function sessionsOf(
  { sessionService }: PayerDependencies,
  sessionId: string,
): Promise<Pick<CheckoutStatus, 'owner' | 'session'> | undefined> {
  const session = checkoutOf(await sessionService.findById(sessionId));
  const { behind } = session?.checkout ?? {};
  if (session === undefined || behind === undefined) {
    return session && { session, owner: session };
  }
  const linkId = openUnderId(sealingId(session), behind.link, LINK);
  const owner = checkoutOf(await sessionService.findNamed(session, behind.linkKey, linkId));
  if (owner === undefined) {
    return undefined;
  }
  const { fields, version, updateStatus, updatedAt, key: linkKey } = owner;
  const { authentication } = session.checkout;
  const checkout = { ...owner.checkout, behind, ...(authentication && { authentication }) };
  return { session: { ...session, fields, version, updateStatus, updatedAt, checkout, linkKey }, owner };
}

/** The purpose under which a payment link's id is sealed in the sessions behind it. */
export const LINK = 'link';

function checkoutOf(found: Session | undefined): CheckoutSession | undefined {
  return found?.checkout == null ? undefined : { ...found, checkout: found.checkout };
}

async function currentState(
  dependencies: PayerDependencies,
  session: CheckoutSession,
  order: StoredOrder | undefined,
): Promise<CheckoutState> {
  const state = checkoutState(session, order, dependencies.gateway.clock.now());
  if (state.kind === 'pay' && session.checkout.confirms !== undefined) {
    const card = await confirmedCard(dependencies.gateway, { session, order }, thisMonth(dependencies));
    return card === undefined ? { kind: 'outdated' } : state;
  }
  return (await atProvider(dependencies, session, order, state)) ?? state;
}

/** Reasons against a payment that override the state of the session and its order. */
function withOverrides(state: CheckoutState, { isDisabled }: Merchant, late: FoundPayment | undefined): CheckoutState {
  if (late !== undefined && holdsIn(state.kind, 'isWithoutMoney')) {
    return { kind: 'late', found: late };
  }
  // A payment that has started completes, and its payer sees its page.
  return isDisabled && (state.kind === 'pay' || state.kind === 'waiting') ? { kind: 'closed' } : state;
}

async function heldPart(
  { gateway }: PayerDependencies,
  order: StoredOrder | undefined,
): Promise<StoredTransaction | undefined> {
  const [held] = order === undefined ? [] : heldParts(order.state);
  return order && held && gateway.orders.transaction(order.key, held.transactionId);
}

/** Only a failed attempt that was sent to the acquirer can leave money reserved. */
async function isMoneyReserved({ gateway }: PayerDependencies, order: StoredOrder | undefined): Promise<boolean> {
  const mayBe = order?.state.movements.some(
    ({ result, notSent, provider }) => result === 'FAILURE' && notSent === undefined && provider === undefined,
  );
  return order !== undefined && mayBe === true && (await gateway.orders.isReversalPending(order.key));
}

function isAtBank(order: StoredOrder | undefined): boolean {
  const movements = order?.state.movements ?? [];
  return movements.some(
    ({ result, notSent, provider, giftCard, type }) =>
      result === 'FAILURE' && !notSent && provider === undefined && !giftCard && type !== 'VERIFICATION',
  );
}

/** A payment at a provider to which the payer is not known to have agreed: it can still be paid, or cancelled. */
async function atProvider(
  dependencies: PayerDependencies,
  session: CheckoutSession,
  order: StoredOrder | undefined,
  state: CheckoutState,
): Promise<CheckoutState | undefined> {
  const { browser, clock, orders } = dependencies.gateway;
  if (state.kind !== 'pending' || order === undefined || !isOwn(state.movement, attemptsKey(session))) {
    return undefined;
  }
  const transaction = await orders.transaction(order.key, state.movement.transactionId);
  const stored = transaction && (await browser.payments.find(transaction.key));
  if (stored === undefined) {
    return undefined;
  }
  // A payer who was at the provider may have agreed: show the provider's current status.
  const found = hasEvent(stored, 'REDIRECTED') ? await cachedStatus(dependencies, stored) : stored;
  if (!isResultOpen(found)) {
    return checkoutState(session, found.order, clock.now());
  }
  const isUnknown = isUnanswered(lastStatus(found)) && !hasEvent(found, 'CAME_BACK');
  const { kind } = paymentResult(found);
  const isAwaited = kind === 'accepted' || (kind === 'waiting' && !isUnknown);
  return isAwaited ? undefined : { kind: 'atProvider', found };
}

function isOwn({ provider, session }: Movement, sessionKey: number): boolean {
  return provider !== undefined && session === sessionKey;
}

/** The form refuses expired cards at once, except in the sandbox, where the expiry selects the outcome. */
export function thisMonth({ sandbox, gateway }: PayerDependencies): string | undefined {
  return sandbox ? undefined : new Date(gateway.clock.now()).toISOString().slice(0, 7);
}

/** @param end the end for a payer who leaves now, where the state has none */
export function shopUrlOf(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  end: CheckoutEnd | undefined = isEnd(found.state.kind) ? found.state.kind : undefined,
): string | undefined {
  return end === undefined ? undefined : returnUrlOf(found.owner, end, returnParameters(dependencies, found));
}

export function returnParameters(dependencies: PayerDependencies, found: CheckoutStatus): ReturnParameters {
  const { sealer, clock } = dependencies.gateway;
  const { id: merchantId, returnReceipt: isEnabled } = found.merchant.profile;
  const signer = { sealer, clock, publicOrigin: dependencies.publicOrigin };
  return {
    failureIndicator: failureIndicator(dependencies, found),
    receipt: isEnabled ? (end) => returnReceipt(signer, { ...found, merchantId, end }) : undefined,
  };
}

/** @returns the result indicator of every end but success: 32 hex digits, the same for one session */
export function failureIndicator({ gateway }: PayerDependencies, { owner }: CheckoutStatus): string {
  return Buffer.from(gateway.sealer.hash('failure indicator', owner.key.toString())).toString('hex').slice(0, 32);
}
