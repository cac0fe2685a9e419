/** When an order has ended, so that nobody needs its card's number any more. Pure. */
import { isOpen, type Movement, type OrderState, standing } from '../gateway/index.ts';
import type { StoredOrder } from '../gateway/ports/index.ts';
import type { KeptBy } from './rules.ts';

const HOUR_MS = 3_600_000;
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
  if (lockedBy !== null || state.movements.some((movement) => isOpen(movement) || isInReview(movement))) {
    return undefined;
  }
  const { authorizationValidityDays, voidWindowHours } = profile;
  return Math.max(
    updatedAt + days * DAY_MS,
    updatedAt + voidWindowHours * HOUR_MS,
    isCapturable(state) ? updatedAt + authorizationValidityDays * DAY_MS : 0,
  );
}

/** A rejected one may have to be refunded to its card; one that failed by itself waits for nobody. */
function isInReview({ review, result }: Movement): boolean {
  return review === 'REQUIRED' && result !== 'FAILURE';
}

/**
 * Its validity counts from the authorization or its newest update, neither of which is later than the last movement.
 */
function isCapturable(state: OrderState): boolean {
  return standing(state, 'AUTHORIZATION').length > 0;
}
