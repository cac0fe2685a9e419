/** Determines when an order has ended, so that its card numbers are no longer needed. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { DECOUPLED_MINUTES_MAX, effectiveMovements, isOpen, type Movement, type OrderState } from '../../core/index.ts';
import type { StoredAuthentication, StoredOrder } from '../../core/ports/index.ts';
import type { RetentionProfile } from './retention-profile.ts';

type OrderActivity = Pick<StoredOrder, 'lockedBy' | 'state' | 'updatedAt'>;

/**
 * The time until which the order's card numbers are stored. They are not stored longer for possible refunds: a card can
 * be refunded only during its retention period.
 *
 * @returns undefined while a transaction is in flight, while a result is open, including held parts and refunds that
 *   wait for approval, and while a payment waits for its risk review
 */
export function cardsKeptUntil(order: OrderActivity, profile: RetentionProfile): number | undefined {
  return quietUntil(order, profile, profile.retention.cardDays);
}

/** The time at which the order can be archived; undefined as in `cardsKeptUntil`, and if the profile has no archive. */
export function liveUntil(order: OrderActivity, profile: RetentionProfile): number | undefined {
  const { archiveDays } = profile.retention;
  return archiveDays === undefined ? undefined : quietUntil(order, profile, archiveDays);
}

/**
 * The time at which the order has been unchanged for `days`, and can no longer be voided or captured; undefined while
 * one of its transactions is open.
 */
function quietUntil(order: OrderActivity, profile: RetentionProfile, days: number): number | undefined {
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
 * True if the payer or the issuer may still be authenticating, or if the payment is still to come. An authentication is
 * not a movement and does not lock its order. It has a `wakeAt` only while it waits for the issuer; at other times it
 * gets the longest time that an issuer may take.
 *
 * @param now milliseconds since 1970
 */
export function isUnderWay(
  { usedBy, wakeAt, updatedAt }: Pick<StoredAuthentication, 'updatedAt' | 'usedBy' | 'wakeAt'>,
  now: number,
): boolean {
  return usedBy === null && (wakeAt !== null || now < updatedAt + DECOUPLED_MINUTES_MAX * MINUTE_MS);
}

/** Whether the payment waits for a review. A rejected payment may have to be refunded to its card. */
function awaitsReview({ review, result }: Movement): boolean {
  return review === 'REQUIRED' && result !== 'FAILURE';
}

/**
 * Whether the order has an authorization. It is valid from its creation or its latest update, not later than
 * `updatedAt`.
 */
function isCapturable(state: OrderState): boolean {
  return effectiveMovements(state, 'AUTHORIZATION').length > 0;
}
