/** The schedule of status queries for a browser payment, and its time limits. Uses the gateway's own clock. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';

/**
 * Pauses between status queries, which restart with each event: at 5 s, 15 s, 1 min, 5 min, and in between, up to 15
 * minutes, often enough that the order of a payer who paid and closed the browser is updated in under a minute without
 * a callback. Afterwards the pauses grow.
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
/** A bank transfer that the payer and the provider have agreed to may take days. */
const WAITING_PAUSES_MS: readonly number[] = [...PAUSES_MS, 30 * MINUTE_MS, HOUR_MS];

/** A payer who has not agreed by then will not: there is no charge, and the payment is cancelled at the provider. */
export const ABANDONED_AFTER_MS = 90 * MINUTE_MS;
/** A payment that the provider has not decided by then ends without success, even if the payer agreed to it. */
export const UNDECIDED_AFTER_MS = 7 * DAY_MS;

/** Status queries after the end, in case the provider captured the money after all. */
const AFTER_END_PAUSES_MS: readonly number[] = [5 * MINUTE_MS, HOUR_MS, DAY_MS];

/**
 * Milliseconds until the next status query of an open payment.
 * @param earlierQueries the number of earlier queries
 * @param waiting the payer agreed, and the provider has not decided
 */
export function queryPause(earlierQueries: number, waiting: boolean): number {
  const pauses = waiting ? WAITING_PAUSES_MS : PAUSES_MS;
  return pauses[Math.min(earlierQueries, pauses.length - 1)] as number;
}

/** The time of the first query after an event of the payer or payment, with which the pauses restart. */
export function firstQueryAt(now: number): number {
  return now + queryPause(0, false);
}

/** As `queryPause`, after the payment has ended without success; null after the last query. */
export function pauseAfterEnd(earlierQueries: number): number | null {
  return AFTER_END_PAUSES_MS[earlierQueries] ?? null;
}
