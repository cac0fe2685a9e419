/** Schedule and lifetime of attempts to mail a receipt. */
import { MINUTE_MS } from '../../contract/durations.ts';
import { ABANDONED_RECEIPT_MS, RECEIPT_LIFE_MS } from '../../core/ports/index.ts';

/** The pauses after each attempt; the last one repeats. Greylisting ends within minutes. */
const PAUSES_MS = [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);

/** The pause after an attempt with an unknown result, because its process died. */
export const PRESUMED_PAUSE_MS = 5 * MINUTE_MS;

/** @param tries the number of attempts so far, at least one */
export function mailRetryPause(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;
}

/** @returns true if it is too late for another attempt */
export function isTooLate(createdAt: number, now: number): boolean {
  return now - createdAt >= RECEIPT_LIFE_MS;
}

/** @returns true if the row of an abandoned receipt is to be removed */
export function isForgotten(createdAt: number, now: number): boolean {
  return now - createdAt >= ABANDONED_RECEIPT_MS;
}
