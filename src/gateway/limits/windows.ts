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

export const WINDOWS: Readonly<Record<CountKind, Window>> = {
  BIN: FIVE_MINUTES,
  BIN_TRIES: FIVE_MINUTES,
  CARD: DAY,
  MERCHANT: FIVE_MINUTES,
  MERCHANT_TRIES: FIVE_MINUTES,
  NEVER: DAY,
};

/** No kind is counted for longer. */
export const LONGEST_MS = DAY.partMs * DAY.parts;

export function bucketOf(kind: CountKind, now: number): number {
  return now - (now % WINDOWS[kind].partMs);
}

/** The parts of the window that ends now, the newest first. */
export function bucketsOf(kind: CountKind, now: number): number[] {
  const { partMs, parts } = WINDOWS[kind];
  const newest = bucketOf(kind, now);
  return Array.from({ length: parts }, (_, back) => newest - back * partMs);
}
