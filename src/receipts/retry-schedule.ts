/** When a receipt is tried again, and for how long. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first attempt, the second, and so on; after the last of them each time. Greylisting ends in minutes. */
const PAUSES_MS = [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);
/** Nobody waits longer for a receipt. */
const LIFE_MS = 72 * HOUR_MS;

/** An attempt whose process did not say what came of it. */
export const PRESUMED_PAUSE_MS = 5 * MINUTE_MS;

/** @param tries attempts so far, at least one */
export function pauseAfter(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;
}

/** @returns whether it is too late for another attempt */
export function isOver(createdAt: number, now: number): boolean {
  return now - createdAt >= LIFE_MS;
}
