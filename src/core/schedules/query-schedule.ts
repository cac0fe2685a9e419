/** The schedule of status queries for a browser payment, and its time limits. Uses the gateway's own clock. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';

/**
 * Pauses between status queries, which restart with each event: queries at 5 s, 15 s and 1 min, and then at least once
 * a minute until 15 minutes. So even without a callback, the order of a payer who paid and closed the browser is
 * updated within a minute. Afterwards the pauses grow.
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
/** Pauses after the payer has agreed: the provider may need days to decide, for example for a bank transfer. */
const WAITING_PAUSES_MS: readonly number[] = [...PAUSES_MS, 30 * MINUTE_MS, HOUR_MS];

/** The time limit for the payer's agreement. After it the payment is cancelled at the provider, without a charge. */
export const ABANDONED_AFTER_MS = 90 * MINUTE_MS;
/**
 * The time limit for the provider's decision. After it the payment ends without success, even if the payer agreed to
 * it.
 */
export const UNDECIDED_AFTER_MS = 7 * DAY_MS;

/** Pauses between status queries after the end of a payment, in case the provider still captures the money. */
const AFTER_END_PAUSES_MS: readonly number[] = [5 * MINUTE_MS, HOUR_MS, DAY_MS];

/**
 * Returns the milliseconds until the next status query of an open payment.
 * @param earlierQueries the number of earlier queries
 * @param waiting true if the payer has agreed and the provider has not decided
 */
export function queryPause(earlierQueries: number, waiting: boolean): number {
  const pauses = waiting ? WAITING_PAUSES_MS : PAUSES_MS;
  return pauses[Math.min(earlierQueries, pauses.length - 1)] as number;
}

/** The time of the first query after an event of the payer or payment, with which the pauses restart. */
export function firstQueryAt(now: number): number {
  return now + queryPause(0, false);
}

/** Like `queryPause`, for a payment that has ended without success; null after the last query. */
export function pauseAfterEnd(earlierQueries: number): number | null {
  return AFTER_END_PAUSES_MS[earlierQueries] ?? null;
}
