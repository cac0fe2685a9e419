/** Builds the next table from the previous one and the changes since. */
import type { Pacer } from './pacer.ts';
import type { RangeDetails } from './range-details.ts';
import { compareRanges, type RangeColumns, RangeList } from './range-list.ts';
import { RangeTable } from './range-table.ts';
import { sortedPlaces } from './sort-ranges.ts';

/** The changes contradict the table, so all of them are refused. */
export class UnfitRanges extends Error {
  override readonly name = 'UnfitRanges';
  /** The name of the invalid field, for the Erro. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const [ADD, DELETE, MODIFY] = ['A', 'D', 'M'].map((action) => action.charCodeAt(0));
const STEPS = 2_048;

/**
 * @param before the previous table, sorted; empty if the directory server has sent all ranges
 * @throws UnfitRanges if an existing range is added, a missing one is deleted or modified, or two overlap
 */
export async function applyChanges(before: RangeTable, changes: RangeList, pacer: Pacer): Promise<RangeTable> {
  const places = await sortedPlaces(changes, pacer);
  const next = new RangeList();
  const old = before.columns;
  let [at, left] = [0, 0];
  for (let step = 0; at < places.length || left < old.length; step += 1) {
    if (step % STEPS === 0 && pacer.isDue) {
      await pacer.rest();
    }
    const place = places[at];
    const order = place === undefined ? -1 : left === old.length ? 1 : compareRanges(old, left, changes, place);
    if (order < 0) {
      append(next, old, left, old.kinds[old.kind[left] ?? 0]);
      left += 1;
      continue;
    }
    const first = place ?? 0;
    let details = order === 0 ? old.kinds[old.kind[left] ?? 0] : undefined;
    left += order === 0 ? 1 : 0;
    for (; isSame(changes, places[at], first); at += 1) {
      details = detailsAfterChange(details, changes, places[at] ?? 0);
    }
    append(next, changes, first, details);
  }
  return new RangeTable(next);
}

function isSame(changes: RangeList, place: number | undefined, first: number): boolean {
  return place !== undefined && compareRanges(changes, place, changes, first) === 0;
}

/** The details of a range after a change. Undefined if it was deleted. */
function detailsAfterChange(
  details: RangeDetails | undefined,
  changes: RangeList,
  place: number,
): RangeDetails | undefined {
  const action = changes.action[place];
  const isThere = details !== undefined;
  if (isThere === (action === ADD) || (action !== ADD && action !== DELETE && action !== MODIFY)) {
    throw new UnfitRanges(
      'cardRangeData.actionInd',
      isThere ? 'A range is added that is there.' : 'A range is deleted or modified that is not there.',
    );
  }
  return action === DELETE ? undefined : changes.kinds[changes.kind[place] ?? 0];
}

function append(next: RangeList, from: RangeColumns, at: number, details: RangeDetails | undefined): void {
  if (details === undefined) {
    return;
  }
  next.copy(from, at, details);
  const last = next.length - 1;
  if (last > 0 && !isAfter(next, last)) {
    throw new UnfitRanges('cardRangeData.startRange', 'Two ranges overlap.');
  }
}

/** True if a range starts after the end of the previous range. */
function isAfter(list: RangeList, at: number): boolean {
  const [start, end] = [list.startHigh[at] ?? 0, list.endHigh[at - 1] ?? 0];
  return start > end || (start === end && (list.startLow[at] ?? 0) > (list.endLow[at - 1] ?? 0));
}
