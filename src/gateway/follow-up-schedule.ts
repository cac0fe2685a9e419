/** When a transaction without a final result is asked about. */

/** Pauses between questions; the last one repeats. */
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 60_000, 300_000, 3_600_000, 86_400_000] as const;

/** Milliseconds to wait after so many questions. */
export function followUpPause(asked: number): number {
  return PAUSES_MS[Math.min(asked, PAUSES_MS.length - 1)] as number;
}

/** An acquirer that comes back after an outage hears of every advice within a minute. */
const ADVICE_PAUSE_MAX_MS = 60_000;

/** Milliseconds to wait after an advice stayed unanswered so many times. */
export function advicePause(told: number): number {
  return Math.min(followUpPause(told), ADVICE_PAUSE_MAX_MS);
}
