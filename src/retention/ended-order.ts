/** When an order has ended, so that nobody needs its card's number any more. Pure. */
import { DECOUPLED_MINUTES_MAX, isOpen, type Movement, type OrderState, standing } from '../gateway/index.ts';
import type { StoredAuthentication, StoredOrder } from '../gateway/ports/index.ts';
import type { KeptBy } from './rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Quiet = Pick<StoredOrder, 'lockedBy' | 'state' | 'updatedAt'>;

/**
 * Refunds have no last day, so they keep no order from ending: within its period a card can be refunded.
 * @returns undefined while a transaction is in flight or its result is open, a held part and a refund that waits for
 *   approval among them, and while a payment waits for the person who reviews its risk
 */
export function cardsKeptUntil(order: Quiet, profile: KeptBy): number | undefined {
  return endedFor(order, profile, profile.retention.cardDays);
}

/** @returns undefined likewise, and where the profile has no archive */
export function liveUntil(order: Quiet, profile: KeptBy): number | undefined {
  const { archiveDays } = profile.retention;
  return archiveDays === undefined ? undefined : endedFor(order, profile, archiveDays);
}

/** When it will have ended, and been quiet for so many days; undefined: it goes on. */
function endedFor(order: Quiet, profile: KeptBy, days: number): number | undefined {
  const { lockedBy, state, updatedAt } = order;
  if (lockedBy !== null || state.movements.some((movement) => isOpen(movement) || awaitsReview(movement))) {
    return undefined;
  }
  const { authorizationValidityDays, voidWindowHours } = profile;
  return Math.max(
    updatedAt + days * DAY_MS,
    updatedAt + voidWindowHours * HOUR_MS,
    isCapturable(state) ? updatedAt + authorizationValidityDays * DAY_MS : 0,
  );
}

/**
 * Whether a payer, or the payer's bank, may still be at it, or the payment that it is for is to come. An authentication
 * is no movement, and takes no lock of its order. While it waits for a bank it has a time to wake at; before and
 * afterwards it has none, and is given as long as the slowest bank.
 *
 * @param now milliseconds since 1970
 */
export function isUnderWay(
  { usedBy, wakeAt, updatedAt }: Pick<StoredAuthentication, 'updatedAt' | 'usedBy' | 'wakeAt'>,
  now: number,
): boolean {
  return usedBy === null && (wakeAt !== null || now < updatedAt + DECOUPLED_MINUTES_MAX * MINUTE_MS);
}

/** A rejected one may have to be refunded to its card; one that failed by itself waits for nobody. */
function awaitsReview({ review, result }: Movement): boolean {
  return review === 'REQUIRED' && result !== 'FAILURE';
}

/**
 * Its validity counts from the authorization or its newest update, neither of which is later than the last movement.
 */
function isCapturable(state: OrderState): boolean {
  return standing(state, 'AUTHORIZATION').length > 0;
}
