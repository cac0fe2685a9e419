/**
 * Determines whether a stored instrument can still be used for payments, as far as the gateway knows. Shops offer a
 * saved card while its token is VALID, and some delete it otherwise. A token is therefore INVALID only once its card's
 * last month is over everywhere on earth. Payments with an INVALID token are not refused: the issuer decides, and may
 * know a newer expiry.
 */
import { expiryProblem } from '../../contract/card-rules.ts';
import type { RequestFields } from '../../contract/request-fields.ts';

/** The last time zone in which a month ends is this far behind UTC. */
const LAST_TIME_ZONE_MS = 12 * 60 * 60_000;

/** @param now milliseconds since 1970 */
export function tokenStatus(values: RequestFields, now: number): 'VALID' | 'INVALID' {
  const month = values.sourceOfFunds?.provided?.card?.expiry?.month;
  const year = values.sourceOfFunds?.provided?.card?.expiry?.year;
  if (month === undefined || year === undefined) {
    return 'VALID';
  }
  const thisMonth = new Date(now - LAST_TIME_ZONE_MS).toISOString().slice(0, 'YYYY-MM'.length);
  return expiryProblem(`${month}/${year}`, thisMonth) === undefined ? 'VALID' : 'INVALID';
}
