/** How long a session lives. */
import type { Checkout, Session } from './session.ts';

export const LIFE_DEFAULT_MS = 30 * 60_000;

/**
 * When a session that is used now ends. A payment link lives until its own end, however long nobody opens it; once the
 * payer has stored a card in it, it lives no longer than any session.
 */
export function endOf({ checkout, fields }: Pick<Session, 'checkout' | 'fields'>, now: number): number {
  const linkEnd = fields.paymentLink?.expiryDateTime;
  if (checkout?.mode === 'PAYMENT_LINK' && linkEnd !== undefined && isUnused(checkout)) {
    return Date.parse(linkEnd);
  }
  const seconds = fields.interaction?.timeout;
  return now + (seconds === undefined ? LIFE_DEFAULT_MS : Number(seconds) * 1_000);
}

/** How long after its end a payer can go on with a session. */
const RENEWABLE_MS = 24 * 60 * 60_000;

/**
 * Whether an ended session can be renewed in place, by the payer who comes back to it: not where the merchant has said
 * when it ends, for then the shop counts on it.
 */
export function isRenewable({ checkout, fields, expiresAt }: Session, now: number): boolean {
  const hasOwnEnd = fields.interaction?.timeout !== undefined || fields.paymentLink?.expiryDateTime !== undefined;
  return checkout?.mode === 'WEBSITE' && !hasOwnEnd && now < expiresAt + RENEWABLE_MS;
}

/** When a payment link itself ends, milliseconds since 1970; Infinity where it does not say. */
export function linkEnd({ fields }: Pick<Session, 'fields'>): number {
  const expiry = fields.paymentLink?.expiryDateTime;
  return expiry === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiry);
}

/** A payment link's own session before a payer has stored a card in it, which may be weeks. */
export function isOpenLink({ checkout }: Pick<Session, 'checkout'>): boolean {
  return checkout?.mode === 'PAYMENT_LINK' && isUnused(checkout);
}

function isUnused({ behind, storedAt }: Checkout): boolean {
  return behind === undefined && storedAt === undefined;
}
