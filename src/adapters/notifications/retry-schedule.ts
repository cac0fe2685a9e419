import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { PAUSE_MS_MIN } from './notification-records.ts';

/**
 * The pauses after each attempt. It is the schedule of Standard Webhooks except for its first pause of 5 s, since some
 * shops refuse the same body for longer than that. Ten attempts take 75 hours and 36 minutes, so a shop that is down
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

/** Varies each pause by up to a tenth, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.1;

/**
 * @param chance from 0 to below 1
 * @returns milliseconds until the next attempt: `TRIES_MAX` of them, indexed by the number of attempts before the one
 *   that starts now. There is no attempt after the last one: the process that claims it then abandons it.
 */
export function pauses(chance: number): readonly number[] {
  const stretch = 1 - JITTER + 2 * JITTER * chance;
  return [...PAUSES_MS, PAUSE_MS_MIN].map((pause) => Math.max(PAUSE_MS_MIN, Math.round(pause * stretch)));
}
