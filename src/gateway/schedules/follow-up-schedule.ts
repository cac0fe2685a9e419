/** When the status of a transaction without a final result is queried. */

/** Pauses between status queries; the last one repeats. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 60_000, 300_000, 3_600_000, 86_400_000] as const;

/** Milliseconds to wait after so many queries. */
export function followUpPause(queries: number): number {
  return PAUSES_MS[Math.min(queries, PAUSES_MS.length - 1)] as number;
}

/** An acquirer that is back after an outage gets every advice within a minute. */
const ADVICE_PAUSE_MAX_MS = 60_000;

/** Milliseconds to wait after an advice was unanswered so many times. */
export function advicePause(tries: number): number {
  return Math.min(followUpPause(tries), ADVICE_PAUSE_MAX_MS);
}
