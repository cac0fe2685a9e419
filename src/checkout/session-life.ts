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

/** A payment link's own session before a payer has stored a card in it, which may be weeks. */
export function isOpenLink({ checkout }: Session): boolean {
  return checkout?.mode === 'PAYMENT_LINK' && isUnused(checkout);
}

function isUnused({ behind, storedAt }: Checkout): boolean {
  return behind === undefined && storedAt === undefined;
}
