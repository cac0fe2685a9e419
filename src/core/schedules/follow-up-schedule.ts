/** The schedule of status queries for transactions without a final result. */

/** Pauses between status queries; the last one repeats. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 60_000, 300_000, 3_600_000, 86_400_000] as const;

/** The pause in milliseconds after so many queries. */
export function followUpPause(queries: number): number {
  return PAUSES_MS[Math.min(queries, PAUSES_MS.length - 1)] as number;
}

/** The usual validity of an authorization. A processor without a result by then is not queried again. */
export const ASKED_FOR_MS = 7 * 24 * 3_600_000;

/**
 * The latest possible date: a follow-up with this due time is not queried again. It remains a follow-up, so that
 * alerts, metrics and retention still treat its result as open.
 */
export const NEVER = 8_640_000_000_000_000;

/** After an outage an acquirer receives every advice within a minute. */
const ADVICE_PAUSE_MAX_MS = 60_000;

/** The pause in milliseconds after so many unanswered attempts of an advice. */
export function advicePause(tries: number): number {
  return Math.min(followUpPause(tries), ADVICE_PAUSE_MAX_MS);
}

/** A provider may process a movement for days; usually its callback comes first. */
const PENDING_PAUSE_MAX_MS = 60 * 60_000;

/** As `advicePause`, for an answer with a pending result. */
export function pendingPause(tries: number): number {
  return Math.min(followUpPause(tries), PENDING_PAUSE_MAX_MS);
}

/** The limit of a provider's requested back-off. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/**
 * @param pause of the schedule
 * @param answer of a provider, which may have refused the request and requested a back-off
 * @returns the later of the two, in milliseconds
 */
export function noSooner(pause: number, answer: { readonly status: string; readonly retryAfterMs?: number }): number {
  return Math.max(pause, Math.min(answer.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
