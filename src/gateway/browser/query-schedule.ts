/** When a browser payment is asked about, and when it ends. All by the clock that the gateway is given. */

const MINUTE_MS = 60_000;

/**
 * Pauses between questions, counted anew from each sign of life: at 5 s, 15 s, 1 min, 5 min and, up to a quarter of an
 * hour, so often between that nobody who paid and closed the browser waits a minute for an order whose provider never
 * calls back; then growing.
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
/** A bank transfer that everyone agreed to may take days. */
const WAITING_PAUSES_MS: readonly number[] = [...PAUSES_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];

/** A payer who did not agree by then will not: nothing is charged, and the provider is told so. */
export const ABANDONED_AFTER_MS = 90 * MINUTE_MS;
/** What a provider has not decided by then is given up, whoever agreed to it. */
export const UNDECIDED_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

/** Questions after the end, in case that the provider took the money all the same. */
const AFTER_END_PAUSES_MS: readonly number[] = [5 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

/**
 * Milliseconds after which an open payment is asked about again, after so many questions.
 * @param waiting the payer agreed, the provider has not decided
 */
export function queryPause(asked: number, waiting: boolean): number {
  const pauses = waiting ? WAITING_PAUSES_MS : PAUSES_MS;
  return pauses[Math.min(asked, pauses.length - 1)] as number;
}

/** As `queryPause`, after the payment has ended without money; null once there is nothing more to ask. */
export function pauseAfterEnd(asked: number): number | null {
  return AFTER_END_PAUSES_MS[asked] ?? null;
}
