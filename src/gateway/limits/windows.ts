/** Over which time each kind of try is counted: in parts, so that old ones are forgotten one part after the other. */
import type { CountKind } from '../ports/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Window {
  readonly partMs: number;
  readonly parts: number;
}

const DAY: Window = { partMs: HOUR_MS, parts: 24 };
const FIVE_MINUTES: Window = { partMs: MINUTE_MS, parts: 5 };

/**
 * Beside what all processes count together: all tries of the cards of one range in this process, and those declined.
 * Only their share is of interest, which is the same in every process; they would be most of what is written.
 */
export type HeldKind = CountKind | 'BIN_DECLINED_HERE' | 'BIN_TRIED_HERE';

export const WINDOWS: Readonly<Record<HeldKind, Window>> = {
  BIN: FIVE_MINUTES,
  BIN_DECLINED_HERE: FIVE_MINUTES,
  BIN_TRIED_HERE: FIVE_MINUTES,
  CARD: DAY,
  NEVER: DAY,
};

export function isShared(kind: HeldKind): kind is CountKind {
  return kind !== 'BIN_DECLINED_HERE' && kind !== 'BIN_TRIED_HERE';
}

/** No kind is counted for longer. */
export const LONGEST_MS = DAY.partMs * DAY.parts;

export function bucketOf(kind: HeldKind, now: number): number {
  return now - (now % WINDOWS[kind].partMs);
}

/** The parts of the window that ends now, the newest first. */
export function bucketsOf(kind: HeldKind, now: number): number[] {
  const { partMs, parts } = WINDOWS[kind];
  const newest = bucketOf(kind, now);
  return Array.from({ length: parts }, (_, back) => newest - back * partMs);
}
