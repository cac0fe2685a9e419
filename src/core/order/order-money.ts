/**
 * The sums of an order as its payer sees them: paid, still reserved, refunded, charged back. A pure function of the
 * order's movements: all pages, receipts and mails take their amounts from here.
 */
import { chargedBack } from './chargebacks.ts';
import { effectiveMovements, type Movement, type OrderState } from './order.ts';
import { isPaidInParts, partOf } from './parts.ts';

/** Minor units. */
export interface OrderMoney {
  /** The amount that was captured and not voided, including the refunded amount. */
  readonly paid: bigint;
  /** The amount that is authorized, and not captured, voided or expired. */
  readonly reserved: bigint;
  /** The amount that was authorized and not captured, and is now too old to be captured. */
  readonly expired: bigint;
  readonly refunded: bigint;
  /** The amount that the payer's bank has taken back by chargebacks. */
  readonly chargedBack: bigint;
  /** The voided amount; 0 unless all other sums are 0. */
  readonly cancelled: bigint;
}

/** The time until which an authorization, or its newest update, can be captured; undefined if unknown. */
export type ExpiryOf = (transactionId: string) => number | undefined;

/** @param now milliseconds since 1970 */
export function orderMoney(order: OrderState, expiryOf: ExpiryOf, now: number): OrderMoney {
  const open = { live: 0n, expired: 0n };
  for (const part of partsWithMoney(order)) {
    const left = part.totalAuthorized - part.totalCaptured;
    if (left > 0n) {
      open[isExpired(part, expiryOf, now) ? 'expired' : 'live'] += left;
    }
  }
  const sums = {
    paid: order.totalCaptured,
    reserved: open.live,
    expired: open.expired,
    refunded: order.totalRefunded,
    chargedBack: chargedBack(order),
  };
  const stands = Object.values(sums).some((sum) => sum > 0n);
  return { ...sums, cancelled: stands ? 0n : cancelledOf(order) };
}

/**
 * @returns the time until which the whole reserved amount, or the last part of it, can be captured; undefined if
 *   nothing is reserved, or the time is unknown
 */
export function reservedUntil(order: OrderState, expiryOf: ExpiryOf): number | undefined {
  const ends = partsWithMoney(order)
    .filter(({ totalAuthorized, totalCaptured }) => totalAuthorized > totalCaptured)
    .map((part) => expiresAt(part, expiryOf))
    .filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/**
 * Splits an order that was paid in parts, because each part is captured separately: one may be captured beyond its
 * authorization, another not at all.
 */
function partsWithMoney(order: OrderState): OrderState[] {
  return isPaidInParts(order)
    ? effectiveMovements(order, 'AUTHORIZATION', 'PAYMENT').map(({ transactionId }) => partOf(order, transactionId))
    : [order];
}

function isExpired(part: OrderState, expiryOf: ExpiryOf, now: number): boolean {
  const end = expiresAt(part, expiryOf);
  return end !== undefined && now > end;
}

/** The validity counts from the authorization or from its newest update, as it does for captures. */
function expiresAt(part: OrderState, expiryOf: ExpiryOf): number | undefined {
  const newest = part.movements.findLast(
    ({ type, result }) => result === 'SUCCESS' && (type === 'AUTHORIZATION' || type === 'AUTHORIZATION_UPDATE'),
  );
  return newest && expiryOf(newest.transactionId);
}

const PAYMENT_VOIDS: ReadonlySet<Movement['type']> = new Set(['VOID_AUTHORIZATION', 'VOID_CAPTURE', 'VOID_PAYMENT']);

/**
 * The sum of the voided authorizations and payments. A voided capture returns its amount to its authorization, so
 * voided captures count only if they are standalone.
 */
function cancelledOf({ movements }: OrderState): bigint {
  const voids = movements.filter(({ type, result }) => result === 'SUCCESS' && PAYMENT_VOIDS.has(type));
  const whole = voids.filter(({ type }) => type !== 'VOID_CAPTURE');
  return (whole.length > 0 ? whole : voids).reduce((sum, { amount }) => sum + amount, 0n);
}
