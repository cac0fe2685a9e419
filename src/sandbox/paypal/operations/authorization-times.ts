/** How long an authorization holds. */

const DAY_MS = 86_400_000;
/** In which PayPal honors it. */
const HONOR_MS = 3 * DAY_MS;
/** In which it may be captured, and renewed once the honor period is over. */
const VALID_MS = 29 * DAY_MS;

export function authorizationTimes(from: number): { honored_until: number; expires_at: number } {
  return { honored_until: from + HONOR_MS, expires_at: from + VALID_MS };
}
