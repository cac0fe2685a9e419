/** The schedule of status queries for transactions without a final result. */

/** Pauses between status queries; the last one repeats. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 60_000, 300_000, 3_600_000, 86_400_000] as const;

/** Returns the pause in milliseconds after this many queries. */
export function followUpPause(queries: number): number {
  return PAUSES_MS[Math.min(queries, PAUSES_MS.length - 1)] as number;
}

/** The time after which a processor is no longer queried for a result: the usual validity of an authorization. */
export const ASKED_FOR_MS = 7 * 24 * 3_600_000;

/**
 * The latest possible date: a follow-up with this due time is not queried again. It remains a follow-up, so that
 * alerts, metrics and retention still treat its result as open.
 */
export const NEVER = 8_640_000_000_000_000;

/** The maximum pause between attempts, so that an acquirer receives every advice within a minute after an outage. */
const ADVICE_PAUSE_MAX_MS = 60_000;

/** Returns the pause in milliseconds after this many unanswered attempts of an advice. */
export function advicePause(tries: number): number {
  return Math.min(followUpPause(tries), ADVICE_PAUSE_MAX_MS);
}

/** A provider may process a movement for days, and its callback usually comes before the query. */
const PENDING_PAUSE_MAX_MS = 60 * 60_000;

/** Like `advicePause`, for an answer with a pending result. */
export function pendingPause(tries: number): number {
  return Math.min(followUpPause(tries), PENDING_PAUSE_MAX_MS);
}

/** The limit of a provider's requested back-off. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/**
 * @param pause the pause of the schedule, in milliseconds
 * @param answer a provider's answer, which may request a back-off
 * @returns the later of the two, in milliseconds
 */
export function noSooner(pause: number, answer: { readonly status: string; readonly retryAfterMs?: number }): number {
  return Math.max(pause, Math.min(answer.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
