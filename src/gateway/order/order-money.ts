/**
 * The sums of an order for its payer: paid, still reserved, refunded, returned by the payer's bank. A pure function of
 * the order's movements: every page, receipt and mail takes its amounts from here, and from nowhere else.
 */
import { chargedBack } from './chargebacks.ts';
import { type Movement, type OrderState, standing } from './order.ts';
import { isPaidInParts, partOf } from './parts.ts';

/** Minor units. */
export interface OrderMoney {
  /** Captured and not voided since, what was refunded of it included. */
  readonly paid: bigint;
  /** Authorized, and neither captured, voided nor expired. */
  readonly reserved: bigint;
  /** Authorized and never captured: too old to be captured now. */
  readonly expired: bigint;
  readonly refunded: bigint;
  /** The payer's bank took it back, by a chargeback. */
  readonly chargedBack: bigint;
  /** The voided amount, where nothing else of the payment is left. */
  readonly cancelled: bigint;
}

/** When an authorization, or its newest update, can be captured no more; undefined: it is not known here. */
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

/** Each part of an order paid in parts: one may be captured beyond its authorization, the other not at all. */
function partsWithMoney(order: OrderState): OrderState[] {
  return isPaidInParts(order)
    ? standing(order, 'AUTHORIZATION', 'PAYMENT').map(({ transactionId }) => partOf(order, transactionId))
    : [order];
}

/** By the rule of captures: it counts from the authorization, or from its newest update. */
function isExpired(part: OrderState, expiryOf: ExpiryOf, now: number): boolean {
  const newest = part.movements.findLast(
    ({ type, result }) => result === 'SUCCESS' && (type === 'AUTHORIZATION' || type === 'AUTHORIZATION_UPDATE'),
  );
  const expiresAt = newest && expiryOf(newest.transactionId);
  return expiresAt !== undefined && now > expiresAt;
}

const PAYMENT_VOIDS: ReadonlySet<Movement['type']> = new Set(['VOID_AUTHORIZATION', 'VOID_CAPTURE', 'VOID_PAYMENT']);

/**
 * The sum that voids of its authorizations and payments took back. A voided capture of an authorization gave its amount
 * back to that authorization, so only a standalone one counts.
 */
function cancelledOf({ movements }: OrderState): bigint {
  const voids = movements.filter(({ type, result }) => result === 'SUCCESS' && PAYMENT_VOIDS.has(type));
  const whole = voids.filter(({ type }) => type !== 'VOID_CAPTURE');
  return (whole.length > 0 ? whole : voids).reduce((sum, { amount }) => sum + amount, 0n);
}
