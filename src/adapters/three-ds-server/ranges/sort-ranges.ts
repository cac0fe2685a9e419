/** Sorts ranges without a long pause: a merge sort that yields to other work. It is stable. */
import type { Pacer } from './pacer.ts';
import { compareRanges, type RangeColumns } from './range-list.ts';

/** The number of steps between two checks of the clock. */
const STEPS = 2_048;

/** @returns the indexes of the list's ranges in sorted order */
export async function sortedPlaces(list: RangeColumns, pacer: Pacer): Promise<Uint32Array> {
  let from = new Uint32Array(list.length);
  let to = new Uint32Array(list.length);
  for (let at = 0; at < list.length; at += 1) {
    from[at] = at;
  }
  if (await isSorted(list, pacer)) {
    return from;
  }
  for (let width = 1; width < list.length; width *= 2) {
    await mergePass(list, from, to, width, pacer);
    [from, to] = [to, from];
  }
  return from;
}

/** Returns true if the ranges are sorted already. Directory servers usually send sorted ranges. */
async function isSorted(list: RangeColumns, pacer: Pacer): Promise<boolean> {
  for (let at = 1; at < list.length; at += 1) {
    if (at % STEPS === 0 && pacer.isDue) {
      await pacer.rest();
    }
    if (compareRanges(list, at - 1, list, at) > 0) {
      return false;
    }
  }
  return true;
}

/** Merges each pair of neighbouring runs of the width into a run of twice the width. */
async function mergePass(
  list: RangeColumns,
  from: Uint32Array,
  to: Uint32Array,
  width: number,
  pacer: Pacer,
): Promise<void> {
  let [left, leftEnd, right, rightEnd] = [0, 0, 0, 0];
  for (let at = 0; at < list.length; at += 1) {
    if (at % STEPS === 0 && pacer.isDue) {
      await pacer.rest();
    }
    if (at === rightEnd) {
      [left, leftEnd] = [at, Math.min(at + width, list.length)];
      [right, rightEnd] = [leftEnd, Math.min(leftEnd + width, list.length)];
    }
    const takesLeft =
      right === rightEnd || (left < leftEnd && compareRanges(list, from[left] ?? 0, list, from[right] ?? 0) <= 0);
    to[at] = from[takesLeft ? left : right] ?? 0;
    left += takesLeft ? 1 : 0;
    right += takesLeft ? 0 : 1;
  }
}
