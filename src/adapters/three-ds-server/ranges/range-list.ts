/** Ranges in order of arrival, in arrays of numbers: an object per range would cause long garbage collections. */

import type { RangeDetails } from './range-details.ts';
import { highOf, lowOf } from './range-key.ts';

export type Action = 'A' | 'D' | 'M';

const ROOM_AT_FIRST = 1_024;

export class RangeList {
  startHigh = new Float64Array(ROOM_AT_FIRST);
  endHigh = new Float64Array(ROOM_AT_FIRST);
  startLow = new Uint32Array(ROOM_AT_FIRST);
  endLow = new Uint32Array(ROOM_AT_FIRST);
  /** Indexes in `kinds`. */
  kind = new Uint32Array(ROOM_AT_FIRST);
  /** Character codes of the actions. */
  action = new Uint8Array(ROOM_AT_FIRST);
  length = 0;
  /** The details that ranges share. A few hundred cover all ranges. */
  readonly kinds: RangeDetails[] = [];
  readonly #places = new Map<string, number>();

  /**
   * @param start digits
   * @param end digits of the same length
   */
  add(start: string, end: string, details: RangeDetails, action: Action): void {
    const at = this.#next();
    this.startHigh[at] = highOf(start);
    this.startLow[at] = lowOf(start);
    this.endHigh[at] = highOf(end);
    this.endLow[at] = lowOf(end);
    this.kind[at] = this.kindOf(details);
    this.action[at] = action.charCodeAt(0);
  }

  /** Appends a range of a table or of another list. */
  copy(from: RangeColumns, at: number, details: RangeDetails): void {
    const to = this.#next();
    this.startHigh[to] = from.startHigh[at] ?? 0;
    this.startLow[to] = from.startLow[at] ?? 0;
    this.endHigh[to] = from.endHigh[at] ?? 0;
    this.endLow[to] = from.endLow[at] ?? 0;
    this.kind[to] = this.kindOf(details);
  }

  kindOf(details: RangeDetails): number {
    const known = this.#places.get(details.key);
    if (known !== undefined) {
      return known;
    }
    this.#places.set(details.key, this.kinds.length);
    this.kinds.push(details);
    return this.kinds.length - 1;
  }

  #next(): number {
    if (this.length === this.kind.length) {
      this.#grow();
    }
    this.length += 1;
    return this.length - 1;
  }

  #grow(): void {
    const room = this.length * 2;
    this.startHigh = copyInto(this.startHigh, new Float64Array(room));
    this.endHigh = copyInto(this.endHigh, new Float64Array(room));
    this.startLow = copyInto(this.startLow, new Uint32Array(room));
    this.endLow = copyInto(this.endLow, new Uint32Array(room));
    this.kind = copyInto(this.kind, new Uint32Array(room));
    this.action = copyInto(this.action, new Uint8Array(room));
  }
}

export interface RangeColumns {
  readonly startHigh: Float64Array;
  readonly endHigh: Float64Array;
  readonly startLow: Uint32Array;
  readonly endLow: Uint32Array;
  readonly kind: Uint32Array;
  readonly length: number;
  readonly kinds: readonly RangeDetails[];
}

function copyInto<A extends Float64Array | Uint32Array | Uint8Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

/** Orders two ranges, of one list or of two, by their starts, then their ends. */
export function compareRanges(one: RangeColumns, a: number, other: RangeColumns, b: number): number {
  return (
    (one.startHigh[a] ?? 0) - (other.startHigh[b] ?? 0) ||
    (one.startLow[a] ?? 0) - (other.startLow[b] ?? 0) ||
    (one.endHigh[a] ?? 0) - (other.endHigh[b] ?? 0) ||
    (one.endLow[a] ?? 0) - (other.endLow[b] ?? 0)
  );
}
