/** The time windows of the counted kinds, divided into parts that expire one after another. */
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { CountKind } from '../ports/index.ts';

interface Window {
  readonly partMs: number;
  readonly parts: number;
}

const DAY: Window = { partMs: HOUR_MS, parts: 24 };
const AN_HOUR: Window = { partMs: 5 * MINUTE_MS, parts: 12 };
const FIVE_MINUTES: Window = { partMs: MINUTE_MS, parts: 5 };

/**
 * Counts of this process only: all attempts, and those declined. Only their ratio matters, which is about the same in
 * every process. Storing them would cause most of the writes.
 */
type Here<Kind extends CountKind> = `${Kind}_DECLINED_HERE` | `${Kind}_TRIED_HERE`;

export type CountedKind = CountKind | Here<'ADDRESS' | 'BIN' | 'DEVICE' | 'PAGE'>;

export const WINDOWS: Readonly<Record<CountedKind, Window>> = {
  ADDRESS: AN_HOUR,
  ADDRESS_DECLINED_HERE: AN_HOUR,
  ADDRESS_TRIED_HERE: AN_HOUR,
  BIN: FIVE_MINUTES,
  BIN_DECLINED_HERE: FIVE_MINUTES,
  BIN_TRIED_HERE: FIVE_MINUTES,
  CARD: DAY,
  DEVICE: AN_HOUR,
  DEVICE_DECLINED_HERE: AN_HOUR,
  DEVICE_TRIED_HERE: AN_HOUR,
  NEVER: DAY,
  PAGE: FIVE_MINUTES,
  PAGE_DECLINED_HERE: FIVE_MINUTES,
  PAGE_TRIED_HERE: FIVE_MINUTES,
};

export function isShared(kind: CountedKind): kind is CountKind {
  return !kind.endsWith('_HERE');
}

/** A newer process on the same store may count kinds that this one does not know. */
export function isKnown(kind: string): kind is CountedKind {
  return Object.hasOwn(WINDOWS, kind);
}

/** The longest window. */
export const LONGEST_MS = DAY.partMs * DAY.parts;

export function bucketOf(kind: CountedKind, now: number): number {
  return now - (now % WINDOWS[kind].partMs);
}

/** The parts of the window that ends now, the newest first. */
export function bucketsOf(kind: CountedKind, now: number): number[] {
  const { partMs, parts } = WINDOWS[kind];
  const newest = bucketOf(kind, now);
  return Array.from({ length: parts }, (_, back) => newest - back * partMs);
}
