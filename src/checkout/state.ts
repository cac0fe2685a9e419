/**
 * The status of a payer's checkout: a pure function of the session, its order and the time. It is not stored, so a
 * crash, a second tab or another process can never leave it wrong.
 */
import { minorUnits } from '../contract/money.ts';
import { heldParts, isHeld, type Movement, storedCurrency } from '../gateway/index.ts';
import type { FoundPayment, StoredOrder } from '../gateway/ports/index.ts';
import type { PendingAuthentication } from './authentication/pending.ts';
import { isCharging } from './charging.ts';
import type { Wait } from './lane/wait.ts';
import type { Checkout, Session } from './session.ts';
import { isRenewable, linkEnd } from './session-life.ts';

export type CheckoutState =
  | {
      readonly kind: 'pay';
      readonly attempt: string;
      readonly attemptsLeft: number;
      readonly declined?: Movement;
      /** `declined` was no refusal, and cost no attempt. */
      readonly isFree?: true;
      /** The payer has cancelled since the last attempt. */
      readonly isLeft?: true;
      /** A gift card pays a part of the order, and is held until the rest is paid. */
      readonly held?: Movement;
      /** A gift card was held for this order last, and was given back. */
      readonly released?: Movement;
    }
  /** A form was sent and waits, since its payer looks like one who tests cards; then it is paid as `open` says. */
  | { readonly kind: 'waiting'; readonly wait: Wait; readonly open: CheckoutState & { readonly kind: 'pay' } }
  /** The payer's bank is asked, or asks, before the card is paid with. */
  | { readonly kind: 'authenticating'; readonly pending: PendingAuthentication }
  | { readonly kind: 'paid'; readonly movement?: Movement }
  | { readonly kind: 'underWay' }
  /** `movement`: the payment whose result is awaited. */
  | { readonly kind: 'pending'; readonly movement: Movement }
  /**
   * The payment has begun at a provider, and the payer has not returned: the payer can continue there or choose another
   * way to pay.
   */
  | { readonly kind: 'atProvider'; readonly found: FoundPayment }
  | { readonly kind: 'unknown'; readonly movement: Movement }
  /** Another payer's gift card is held for the order: theirs is the turn to pay the rest. */
  | { readonly kind: 'held'; readonly movement: Movement }
  /** A provider took money after its payment had ended here, and it has not gone back. */
  | { readonly kind: 'late'; readonly found: FoundPayment }
  | { readonly kind: 'cancelled' }
  /** Its merchant is disabled. */
  | { readonly kind: 'closed' }
  /** The shop made the checkout without its amount, and has not given it since. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'expired' }
  /** A confirmation link whose order was tried with another amount since, or whose card is gone. */
  | { readonly kind: 'outdated' }
  /**
   * The order is paid, with another amount or currency than this checkout's, or without what it was to check or save.
   */
  | { readonly kind: 'paidOtherwise'; readonly movement: Movement }
  | { readonly kind: 'exhausted'; readonly declined?: Movement };

export interface CheckoutSession extends Session {
  readonly checkout: Checkout;
  /** Of a session behind a payment link: the key of the link's own session, which its attempts count for. */
  readonly linkKey?: number;
}

/** The key of the session that a checkout's attempts count for. */
export function attemptsKey({ key, linkKey }: Pick<CheckoutSession, 'key' | 'linkKey'>): number {
  return linkKey ?? key;
}

/**
 * The version that the merchant made last: the page's own forms make further ones, and change nothing that it shows.
 */
export function merchantVersion({ version, checkout }: Pick<CheckoutSession, 'checkout' | 'version'>): string {
  return checkout.merchantVersion ?? version;
}

/** @param order the session's order, if it exists */
export function checkoutState(session: CheckoutSession, order: StoredOrder | undefined, now: number): CheckoutState {
  const final = finalState(session, order);
  if (final !== undefined) {
    return final;
  }
  if (order?.lockedBy != null) {
    return { kind: 'underWay' };
  }
  if (session.checkout.cancelledAt !== undefined) {
    return { kind: 'cancelled' };
  }
  const failed = (order?.state.movements ?? []).filter(
    (movement) => movement.session === attemptsKey(session) && movement.result === 'FAILURE',
  );
  const free = freeFailures(failed);
  const costly = failed.filter((movement) => isRefusal(movement) && !free.has(movement));
  const attemptsLeft = session.checkout.attemptsMax - costly.length - (session.checkout.inquiries?.refused ?? 0);
  const [held] = heldParts(order?.state ?? { movements: [] });
  const last = failed.at(-1);
  // A hold is given back after the cards that were tried for its rest.
  const ofWhole = failed.findLast(({ part }) => part !== 'REST');
  const released = ofWhole?.released === true && held === undefined ? ofWhole : undefined;
  // That the gift card had too little for all is told by what it pays.
  const declined = released !== undefined || isBefore(order, last, held) ? undefined : last;
  if (attemptsLeft <= 0) {
    return { kind: 'exhausted', ...(declined && { declined }) };
  }
  const attempt = nextAttempt(order);
  const pending = session.checkout.authentication?.attempt === attempt ? session.checkout.authentication : undefined;
  // What was begun before a link's end goes on to its own.
  if (session.expiresAt <= now || (linkEnd(session) <= now && pending === undefined)) {
    return { kind: 'expired' };
  }
  if (isCharging(session.checkout.operation) && session.fields.order?.amount === undefined) {
    return { kind: 'incomplete' };
  }
  if (pending !== undefined) {
    return { kind: 'authenticating', pending };
  }
  const { leftAt } = session.checkout;
  const isLeft = leftAt !== undefined && leftAt >= (order?.updatedAt ?? 0);
  const isFree = declined !== undefined && free.has(declined);
  const open: CheckoutState = {
    kind: 'pay',
    attempt,
    attemptsLeft,
    ...(declined && { declined }),
    ...(isFree && { isFree }),
    ...(isLeft && { isLeft }),
    ...(held && { held }),
    ...(released && { released }),
  };
  const wait = session.form?.wait;
  return wait !== undefined && wait.attempt === attempt && now < wait.until ? { kind: 'waiting', wait, open } : open;
}

function isBefore(order: StoredOrder | undefined, one: Movement | undefined, other: Movement | undefined): boolean {
  const movements = order?.state.movements ?? [];
  return one !== undefined && other !== undefined && movements.indexOf(one) < movements.indexOf(other);
}

/** What can be paid, or can once its bank is not waited for any more. */
const PAYABLE: ReadonlySet<CheckoutState['kind']> = new Set(['authenticating', 'pay', 'waiting']);

/** An ended session that could be paid if it had not ended, and that its payer may go on with. */
export function canGoOn(session: CheckoutSession, order: StoredOrder | undefined, now: number): boolean {
  const renewed = { ...session, expiresAt: Number.POSITIVE_INFINITY };
  const { kind } = checkoutState(renewed, order, now);
  return isRenewable(session, now) && PAYABLE.has(kind);
}

/** Enough for a payer with a few gift cards. Without an end, whoever guesses their numbers could go on for ever. */
const POOR_GIFT_CARDS_FREE = 5;

/** Enough for a payer who changes the mind. Without an end, whoever tests cards could go on for ever. */
const CANCELLED_CHALLENGES_FREE = 5;

/** What is decided without the acquirer, and counts as a refusal: the bank's of the payer, and a limit on the card. */
const REFUSED_HERE: ReadonlySet<Movement['gatewayCode']> = new Set(['AUTHENTICATION_FAILED', 'EXCEEDED_RETRY_LIMIT']);

/** By the issuer, or by rules or limits of ours: who tries card after card runs out of attempts. */
function isRefusal({ notSent, gatewayCode, isRisky }: Movement): boolean {
  return notSent === undefined || REFUSED_HERE.has(gatewayCode) || isRisky === true;
}

/**
 * Failures in which nobody was refused: a payer cancelled at a provider or at the bank's question, a gift card that is
 * right has too little money, or one that was held was given back.
 */
function freeFailures(failed: readonly Movement[]): ReadonlySet<Movement> {
  const sent = failed.filter(({ notSent }) => notSent === undefined);
  const cancelled = sent.filter(({ provider, gatewayCode }) => provider !== undefined && gatewayCode === 'CANCELLED');
  const poor = sent.filter(({ giftCard, gatewayCode }) => giftCard && gatewayCode === 'INSUFFICIENT_FUNDS');
  const released = sent.filter((movement) => movement.released);
  const atBank = failed.filter(({ isCancelled }) => isCancelled).slice(0, CANCELLED_CHALLENGES_FREE);
  return new Set([...cancelled, ...atBank, ...released, ...poor.slice(0, POOR_GIFT_CARDS_FREE)]);
}

const PAYING: ReadonlySet<Movement['type']> = new Set(['AUTHORIZATION', 'CAPTURE', 'PAYMENT']);

/** Whether the order has a payment that counts for every checkout of it. */
export function isPaidOrMayBe({ state }: Pick<StoredOrder, 'state'>): boolean {
  return state.movements.some(({ type, result }) => PAYING.has(type) && result !== 'FAILURE');
}

/** A status that no click, cancel or clock changes any more: money moved, or may have. */
function finalState(
  { checkout, ...session }: CheckoutSession,
  order: StoredOrder | undefined,
): CheckoutState | undefined {
  if (checkout.storedAt !== undefined) {
    return { kind: 'paid' };
  }
  const movements = order?.state.movements ?? [];
  // What follows a payment (captures, refunds, voids) is the shop's; the receipt shows the payment.
  const counts = (movement: Movement) =>
    movement.type === 'VERIFICATION'
      ? checkout.operation === 'VERIFY' && movement.session === attemptsKey(session)
      : PAYING.has(movement.type);
  const counted = movements.filter((movement) => counts(movement) && movement.result !== 'FAILURE');
  // A capture is a payment only where nothing was authorized here: another one follows its order's payment.
  const last = counted.findLast(({ type }) => type !== 'CAPTURE') ?? counted.at(-1);
  if (last === undefined) {
    return undefined;
  }
  if (isHeld(last)) {
    return last.session === attemptsKey(session) ? undefined : { kind: 'held', movement: last };
  }
  if (last.result === 'SUCCESS' && order !== undefined) {
    const isOwn = isPaidAsAsked({ checkout, ...session }, order);
    return { kind: isOwn ? 'paid' : 'paidOtherwise', movement: last };
  }
  return { kind: last.result === 'PENDING' ? 'pending' : 'unknown', movement: last };
}

/**
 * Whether the order's payment is the one that this checkout asks for. Several checkouts may be of one order: paying the
 * cheap one must not complete the dear one. A merchant may have changed the authorized amount since.
 */
function isPaidAsAsked({ checkout, fields, ...session }: CheckoutSession, { state }: StoredOrder): boolean {
  if (!isCharging(checkout.operation)) {
    return state.movements.some(
      ({ type, result, session: key }) =>
        type === 'VERIFICATION' &&
        result === 'SUCCESS' &&
        key === attemptsKey(session) &&
        checkout.operation === 'VERIFY',
    );
  }
  const { amount, currency } = fields.order ?? {};
  const asked = amount === undefined ? undefined : minorUnits(amount, storedCurrency(state.currency));
  return currency === state.currency && (asked === state.amount || asked === state.totalAuthorized);
}

/** Attempts get the transaction ids 1, 2, …; skip an id that the merchant used. */
function nextAttempt(order: StoredOrder | undefined): string {
  const { movements = [], authentications = [] } = order?.state ?? {};
  const used = new Set([...movements.map((movement) => movement.transactionId), ...authentications]);
  let number = 1;
  while (used.has(number.toString())) {
    number += 1;
  }
  return number.toString();
}
