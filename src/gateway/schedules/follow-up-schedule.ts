/** When the status of a transaction without a final result is queried. */

/** Pauses between status queries; the last one repeats. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 60_000, 300_000, 3_600_000, 86_400_000] as const;

/** Milliseconds to wait after so many queries. */
export function followUpPause(queries: number): number {
  return PAUSES_MS[Math.min(queries, PAUSES_MS.length - 1)] as number;
}

/** As long as an authorization is valid, as a rule. Whoever has not said the result by then is not asked again. */
export const ASKED_FOR_MS = 7 * 24 * 3_600_000;

/**
 * The last instant of all: a follow-up that is due then is never due. It stays a follow-up all the same, so that
 * alerts, metrics and retention still have its result as open.
 */
export const NEVER = 8_640_000_000_000_000;

/** An acquirer that is back after an outage gets every advice within a minute. */
const ADVICE_PAUSE_MAX_MS = 60_000;

/** Milliseconds to wait after an advice was unanswered so many times. */
export function advicePause(tries: number): number {
  return Math.min(followUpPause(tries), ADVICE_PAUSE_MAX_MS);
}

/** What a provider has begun may take it days; its callback comes first, as a rule. */
const PENDING_PAUSE_MAX_MS = 60 * 60_000;

/** As `advicePause`, where the answer was that the result is pending. */
export function pendingPause(tries: number): number {
  return Math.min(followUpPause(tries), PENDING_PAUSE_MAX_MS);
}

/** A provider that wants to be left alone for longer is asked all the same. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/**
 * @param pause of the schedule
 * @param answer of a provider that may have turned us away, and said when to come again
 * @returns the later of the two, in milliseconds
 */
export function noSooner(pause: number, answer: { readonly status: string; readonly retryAfterMs?: number }): number {
  return Math.max(pause, Math.min(answer.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
