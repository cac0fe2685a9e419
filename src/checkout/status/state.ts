/**
 * The status of a payer's checkout: a pure function of the session, its order and the time. It is not stored, so a
 * crash, a second tab or another process cannot leave it wrong.
 */
import { minorUnits } from '../../contract/money.ts';
import { heldParts, isHeld, type Movement, storedCurrency } from '../../core/index.ts';
import type { FoundPayment, StoredOrder } from '../../core/ports/index.ts';
import { isCharging } from '../session/charging.ts';
import type { PendingAuthentication } from '../session/pending-authentication.ts';
import { attemptsKey, type CheckoutSession } from '../session/session.ts';
import { isRenewable, linkEnd } from '../session/session-life.ts';
import type { Wait } from '../session/wait.ts';
import { holdsIn, type StateKind } from './states.ts';

export type CheckoutState =
  | {
      readonly kind: 'pay';
      readonly attempt: string;
      readonly attemptsLeft: number;
      readonly declined?: Movement;
      /** `declined` was not a refusal, and did not cost an attempt. */
      readonly isFree?: true;
      /** The payer has cancelled since the last attempt. */
      readonly isLeft?: true;
      /** A gift card pays a part of the order, and is held until the rest is paid. */
      readonly held?: Movement;
      /** The last gift card that was held for this order was released. */
      readonly released?: Movement;
    }
  /** The form of a payer suspected of card testing waits, and is then handled in the state `open`. */
  | { readonly kind: 'waiting'; readonly wait: Wait; readonly open: CheckoutState & { readonly kind: 'pay' } }
  /** The payer is being authenticated before the card is charged. */
  | { readonly kind: 'authenticating'; readonly pending: PendingAuthentication }
  | { readonly kind: 'paid'; readonly movement?: Movement }
  | { readonly kind: 'underWay' }
  /** `movement`: the payment that awaits its result. */
  | { readonly kind: 'pending'; readonly movement: Movement }
  /**
   * The payment has started at a provider, and the payer has not returned: the payer can continue there or choose
   * another way to pay.
   */
  | { readonly kind: 'atProvider'; readonly found: FoundPayment }
  | { readonly kind: 'unknown'; readonly movement: Movement }
  /** Another payer's gift card is held for the order: only that payer may pay the rest. */
  | { readonly kind: 'held'; readonly movement: Movement }
  /** A provider took money after its payment had ended here, and has not refunded it. */
  | { readonly kind: 'late'; readonly found: FoundPayment }
  | { readonly kind: 'cancelled' }
  /** The merchant is disabled. */
  | { readonly kind: 'closed' }
  /** The shop made the checkout without its amount, and has not given it since. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'expired' }
  /** A confirmation link whose order was tried with another amount since, or whose card is no longer stored. */
  | { readonly kind: 'outdated' }
  /**
   * The order is paid, with another amount or currency than this checkout's, or without the verification or the stored
   * card that this checkout is for.
   */
  | { readonly kind: 'paidOtherwise'; readonly movement: Movement }
  | { readonly kind: 'exhausted'; readonly declined?: Movement };

export type StateOf<Kind extends StateKind> = Extract<CheckoutState, { readonly kind: Kind }>;

/** @param order the session's order, if it exists */
export function checkoutState(session: CheckoutSession, order: StoredOrder | undefined, now: number): CheckoutState {
  const final = finalState(session, order);
  if (final !== undefined) {
    return final;
  }
  if (order?.lockedBy != null) {
    return { kind: 'underWay' };
  }
  const isEnded = order?.state.endedSessions?.includes(attemptsKey(session)) === true;
  if (isEnded || session.checkout.cancelledAt !== undefined) {
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
  // Declined payments of the rest follow the hold in the list, and precede its release.
  const ofWhole = failed.findLast(({ part }) => part !== 'REST');
  const released = ofWhole?.released === true && held === undefined ? ofWhole : undefined;
  // The page shows the held gift card instead of the decline that preceded its hold.
  const declined = released !== undefined || isBefore(order, last, held) ? undefined : last;
  if (attemptsLeft <= 0) {
    return { kind: 'exhausted', ...(declined && { declined }) };
  }
  const attempt = nextAttempt(order);
  const pending = session.checkout.authentication?.attempt === attempt ? session.checkout.authentication : undefined;
  // An authentication that started before the link's expiry may complete after it.
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

/** Whether the checkout can be paid, now or after its payer has renewed it. */
export function canBePaid(session: CheckoutSession, order: StoredOrder | undefined, now: number): boolean {
  return holdsIn(checkoutState(session, order, now).kind, 'isPayable') || canGoOn(session, order, now);
}

function isBefore(order: StoredOrder | undefined, one: Movement | undefined, other: Movement | undefined): boolean {
  const movements = order?.state.movements ?? [];
  return one !== undefined && other !== undefined && movements.indexOf(one) < movements.indexOf(other);
}

/** Whether the payer may renew an ended session, because its order can still be paid. */
export function canGoOn(session: CheckoutSession, order: StoredOrder | undefined, now: number): boolean {
  const renewed = { ...session, expiresAt: Number.POSITIVE_INFINITY };
  const { kind } = checkoutState(renewed, order, now);
  return isRenewable(session, now) && holdsIn(kind, 'isPayable');
}

/** Enough for a payer with a few gift cards. It limits the guesses of card numbers. */
const POOR_GIFT_CARDS_FREE = 5;

/** Enough for a payer who changes their mind. It limits the tries of a card tester. */
const CANCELLED_CHALLENGES_FREE = 5;

/** Refusals by the gateway: a failed authentication, and a limit on the card. */
const REFUSED_HERE: ReadonlySet<Movement['gatewayCode']> = new Set(['AUTHENTICATION_FAILED', 'EXCEEDED_RETRY_LIMIT']);

/** Declined by the issuer, or by rules or limits of ours, so that a card tester runs out of attempts. */
function isRefusal({ notSent, gatewayCode, isRisky }: Movement): boolean {
  return notSent === undefined || REFUSED_HERE.has(gatewayCode) || isRisky === true;
}

/**
 * Failures that are not refusals: a payer cancelled at a provider or a challenge, a valid gift card has too low a
 * balance, or a held one was released.
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

/** The state if money moved, or may have moved: cancels, further forms and time do not change it. */
function finalState(
  { checkout, ...session }: CheckoutSession,
  order: StoredOrder | undefined,
): CheckoutState | undefined {
  if (checkout.storedAt !== undefined) {
    return { kind: 'paid' };
  }
  const movements = order?.state.movements ?? [];
  // The receipt shows the payment; captures, refunds and voids that follow it are the shop's.
  const counts = (movement: Movement) =>
    movement.type === 'VERIFICATION'
      ? checkout.operation === 'VERIFY' && movement.session === attemptsKey(session)
      : PAYING.has(movement.type);
  const counted = movements.filter((movement) => counts(movement) && movement.result !== 'FAILURE');
  // A capture counts only where the order has no authorization or payment here; otherwise it follows one.
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
 * Whether the order's payment is the one that this checkout asks for. An order may have several checkouts: paying the
 * cheap one must not complete the expensive one. The merchant may have changed the authorized amount since.
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
export function nextAttempt(order: StoredOrder | undefined): string {
  const { movements = [], authentications = [] } = order?.state ?? {};
  const used = new Set([...movements.map((movement) => movement.transactionId), ...authentications]);
  let number = 1;
  while (used.has(number.toString())) {
    number += 1;
  }
  return number.toString();
}
