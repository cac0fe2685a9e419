/** The retry schedule of notifications. */
import { PAUSE_MS_MIN } from './notification-records.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * After the first attempt, the second, and so on: Standard Webhooks' own schedule, except for its first pause of 5 s:
 * some shops refuse the same body for longer than that. Ten attempts take 75 hours and 36 minutes: a shop that is down
 * from Friday night to Monday morning misses nothing.
 */
export const PAUSES_MS = [
  PAUSE_MS_MIN,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** A tenth more or less, so that what failed at the same moment is not retried at the same moment. */
const JITTER = 0.1;

/**
 * @param chance from 0 to below 1
 * @returns milliseconds until the next attempt, by the number of attempts before the one that starts now: `TRIES_MAX`
 *   of them. After the last one there is no attempt: whichever process claims it then gives it up.
 */
export function pauses(chance: number): readonly number[] {
  const stretch = 1 - JITTER + 2 * JITTER * chance;
  return [...PAUSES_MS, PAUSE_MS_MIN].map((pause) => Math.max(PAUSE_MS_MIN, Math.round(pause * stretch)));
}
