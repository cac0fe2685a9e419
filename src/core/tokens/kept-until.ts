/** Until when a saved card is kept. Pure. */
import { HOUR_MS } from '../../contract/durations.ts';
import type { StoredToken } from '../ports/index.ts';

/** The last time zone in which a month ends is this far behind UTC. */
const LAST_TIME_ZONE_MS = 12 * HOUR_MS;
const CENTURY = 2000;

/**
 * @returns milliseconds since 1970: the months from now, at most the end of the card's last month everywhere on earth
 */
export function keptUntil({ fields }: Pick<StoredToken, 'fields'>, months: number, now: number): number {
  const { month, year } = fields.sourceOfFunds?.provided?.card?.expiry ?? {};
  const end = monthsLater(now, months);
  return month === undefined || year === undefined
    ? end
    : Math.min(end, Date.UTC(CENTURY + Number(year), Number(month)) + LAST_TIME_ZONE_MS);
}

/** The same day of a later month, or that month's last day. */
function monthsLater(now: number, months: number): number {
  const at = new Date(now);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  return at.setUTCMonth(at.getUTCMonth() + months, Math.min(at.getUTCDate(), lastDay));
}
