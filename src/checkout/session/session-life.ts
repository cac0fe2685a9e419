/** The lifetime of a session. */
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Checkout, Session } from './session.ts';

export const LIFE_DEFAULT_MS = 30 * MINUTE_MS;

/**
 * The time at which a session that is used now ends. A payment link lives until its own expiry, without any visits;
 * once the payer has stored a card in it, it lives no longer than any session.
 */
export function endOf({ checkout, fields }: Pick<Session, 'checkout' | 'fields'>, now: number): number {
  const linkEnd = fields.paymentLink?.expiryDateTime;
  if (checkout?.mode === 'PAYMENT_LINK' && linkEnd !== undefined && isUnused(checkout)) {
    return Date.parse(linkEnd);
  }
  const seconds = fields.interaction?.timeout;
  return now + (seconds === undefined ? LIFE_DEFAULT_MS : Number(seconds) * 1_000);
}

/** How long after its end a session can be renewed. */
const RENEWABLE_MS = DAY_MS;

/**
 * Whether an ended session can be renewed in place by a returning payer. Not if the merchant has set its end, since the
 * shop relies on it.
 */
export function isRenewable({ checkout, fields, expiresAt }: Session, now: number): boolean {
  const hasOwnEnd = fields.interaction?.timeout !== undefined || fields.paymentLink?.expiryDateTime !== undefined;
  return checkout?.mode === 'WEBSITE' && !hasOwnEnd && now < expiresAt + RENEWABLE_MS;
}

/** The payment link's own expiry, milliseconds since 1970; Infinity without one. */
export function linkEnd({ fields }: Pick<Session, 'fields'>): number {
  const expiry = fields.paymentLink?.expiryDateTime;
  return expiry === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiry);
}

/** Whether the session is a payment link's own, and no payer has stored a card in it. It may stay so for weeks. */
export function isOpenLink({ checkout }: Pick<Session, 'checkout'>): boolean {
  return checkout?.mode === 'PAYMENT_LINK' && isUnused(checkout);
}

function isUnused({ behind, storedAt }: Checkout): boolean {
  return behind === undefined && storedAt === undefined;
}
