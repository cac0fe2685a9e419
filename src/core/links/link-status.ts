import type { StoredLink } from '../ports/index.ts';

/** OPEN takes payments; the other statuses are final. */
export type LinkStatus = 'ENDED' | 'EXPIRED' | 'OPEN' | 'PAID';

/** @param paid how many of the link's orders are paid */
export function linkStatus({ endedAt, expiresAt, paymentsMax }: StoredLink, paid: number, now: number): LinkStatus {
  if (paymentsMax !== null && paid >= paymentsMax) {
    return 'PAID';
  }
  if (endedAt !== null) {
    return 'ENDED';
  }
  return expiresAt !== null && expiresAt <= now ? 'EXPIRED' : 'OPEN';
}
