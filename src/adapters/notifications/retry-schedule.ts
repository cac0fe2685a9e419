import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { PAUSE_MS_MIN } from './notification-records.ts';

/**
 * The pauses after each attempt. They follow the schedule of Standard Webhooks, except for its first pause of 5 s: some
 * shops refuse a repeated body for longer than that. Ten attempts take 75 hours and 36 minutes, so a shop that is down
 * from Friday night to Monday morning misses no notification.
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
  DAY_MS,
] as const;

/** The fraction by which pauses vary at random, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.1;

/**
 * @param chance a random number, at least 0 and less than 1
 * @returns milliseconds until the next attempt: `TRIES_MAX` values, indexed by the number of earlier attempts. The last
 *   pause is not followed by an attempt: the process that then claims the notification gives it up.
 */
export function pauses(chance: number): readonly number[] {
  const stretch = 1 - JITTER + 2 * JITTER * chance;
  return [...PAUSES_MS, PAUSE_MS_MIN].map((pause) => Math.max(PAUSE_MS_MIN, Math.round(pause * stretch)));
}
