/** The ranges of one directory server, sorted and without overlaps, for looking up cards. Immutable. */
import type { RangeDetails } from './range-details.ts';
import { highOf, lowOf } from './range-key.ts';
import { type RangeColumns, RangeList } from './range-list.ts';

const CARD_NUMBER = /^[0-9]{13,19}$/;

export class RangeTable {
  readonly columns: RangeColumns;

  /** @param columns sorted, without overlaps */
  constructor(columns: RangeColumns) {
    this.columns = columns;
  }

  get size(): number {
    return this.columns.length;
  }

  /** @returns undefined for a card that does not participate */
  find(number: string): RangeDetails | undefined {
    if (!CARD_NUMBER.test(number)) {
      return undefined;
    }
    const { startHigh, startLow, endHigh, endLow, kind, kinds } = this.columns;
    const [high, low] = [highOf(number), lowOf(number)];
    const at = this.#lastNotAfter(high, low, startHigh, startLow);
    if (at < 0) {
      return undefined;
    }
    const upTo = endHigh[at] ?? 0;
    const isWithin = high < upTo || (high === upTo && low <= (endLow[at] ?? 0));
    return isWithin ? kinds[kind[at] ?? 0] : undefined;
  }

  /** The last range that starts at or before the number. -1 if all start after it. */
  #lastNotAfter(high: number, low: number, startHigh: Float64Array, startLow: Uint32Array): number {
    let [from, to] = [0, this.columns.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const there = startHigh[middle] ?? 0;
      if (there < high || (there === high && (startLow[middle] ?? 0) <= low)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from - 1;
  }
}

export const EMPTY_TABLE = new RangeTable(new RangeList());
