/**
 * When the status of a browser payment is queried, and when the payment ends. All by the clock that the gateway is
 * given.
 */

/**
 * When the status of a browser payment is queried, and when the payment ends. All by the clock that the gateway is
 * given.
 */

const MINUTE_MS = 60_000;

/**
 * Pauses between status queries, counted anew from each event: at 5 s, 15 s, 1 min, 5 min and, up to a quarter of an
 * hour, so often between that a payer who paid and closed the browser waits less than a minute for the order, though
 * the provider never calls back; then growing.
 */
const PAUSES_MS: readonly number[] = [
  5_000,
  10_000,
  45_000,
  ...Array.from({ length: 5 }, () => 48_000),
  ...Array.from({ length: 12 }, () => 50_000),
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
];
/** A bank transfer that the payer and the provider agreed to may take days. */
const WAITING_PAUSES_MS: readonly number[] = [...PAUSES_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];

/** A payer who did not agree by then will not: nothing is charged, and the payment is cancelled at the provider. */
export const ABANDONED_AFTER_MS = 90 * MINUTE_MS;
/** A payment that the provider has not decided by then ends without success, even if the payer agreed to it. */
export const UNDECIDED_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

/** Status queries after the end, in case the provider captured the money after all. */
const AFTER_END_PAUSES_MS: readonly number[] = [5 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

/**
 * Milliseconds until the next status query of an open payment.
 * @param earlierQueries how many were made before
 * @param waiting the payer agreed, the provider has not decided
 */
export function queryPause(earlierQueries: number, waiting: boolean): number {
  const pauses = waiting ? WAITING_PAUSES_MS : PAUSES_MS;
  return pauses[Math.min(earlierQueries, pauses.length - 1)] as number;
}

/** When to query after a sign of life of the payer, or of the payment: the pauses are counted anew from it. */
export function firstQueryAt(now: number): number {
  return now + queryPause(0, false);
}

/** As `queryPause`, after the payment has ended without success; null once no query is left. */
export function pauseAfterEnd(earlierQueries: number): number | null {
  return AFTER_END_PAUSES_MS[earlierQueries] ?? null;
}
