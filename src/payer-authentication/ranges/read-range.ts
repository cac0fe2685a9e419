/** Reads one range of a PRes into the list. */
import { isJsonObject, JsonError, type JsonObject, readJson } from '../../contract/json.ts';
import { judge, noFindings } from '../messages/judge.ts';
import { type Problem, problemOf } from '../messages/problem.ts';
import { namesOf, problemIn } from '../messages/read-message.ts';
import { CARD_RANGE, type MessageOf } from '../messages/tables/index.ts';
import type { Version } from '../messages/versions.ts';
import type { CutRange } from './cut-ranges.ts';
import { type RangeDetails, rangeDetails } from './range-details.ts';
import type { Action, RangeList } from './range-list.ts';

type CardRange = NonNullable<MessageOf<'PRes'>['cardRangeData']>[number];

const NUMBER = /^[0-9]{13,19}$/;
const ACTIONS: ReadonlySet<unknown> = new Set<Action>(['A', 'D', 'M']);

/** @returns what is wrong with it, and then it is not in the list */
export function readRange(cut: CutRange, version: Version, ranges: RangeList, known: KnownRanges): Problem | undefined {
  return known.add(cut, ranges) ? undefined : readAnew(cut, version, ranges, known);
}

/**
 * Whole networks have a few hundred ACSs, so nearly all ranges say what another one has said before them. What was
 * judged once is not judged again: 200,000 ranges take a second less so. Only a text without escapes comes this way, in
 * which the separator cannot stand, and no name twice.
 */
export class KnownRanges {
  readonly #details = new Map<string, RangeDetails>();

  /** False: it has to be judged. */
  add({ bytes, members, isPlain }: CutRange, ranges: RangeList): boolean {
    const range = isPlain ? parsed(bytes) : undefined;
    if (range === undefined || Object.keys(range).length !== members) {
      return false;
    }
    const { startRange: start, endRange: end, actionInd: action = 'A' } = range;
    const details = this.#details.get(keyOf(range));
    if (details === undefined || !isNumber(start) || !isNumber(end) || !isInOrder(start, end) || !ACTIONS.has(action)) {
      return false;
    }
    ranges.add(start, end, details, action as Action);
    return true;
  }

  know({ bytes, isPlain }: CutRange, details: RangeDetails): void {
    const range = isPlain ? parsed(bytes) : undefined;
    if (range !== undefined) {
      this.#details.set(keyOf(range), details);
    }
  }
}

const SEPARATOR = '\u0001';

/** Everything that a range says beside its numbers, members that nobody knows included. */
function keyOf(range: Record<string, unknown>): string {
  let key = '';
  for (const name in range) {
    if (name !== 'startRange' && name !== 'endRange' && name !== 'actionInd') {
      const value = range[name];
      key += `${name}${SEPARATOR}${typeof value === 'string' ? value : SEPARATOR + JSON.stringify(value)}${SEPARATOR}`;
    }
  }
  return key;
}

function parsed(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(bytes.toString('latin1')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const isNumber = (value: unknown): value is string => typeof value === 'string' && NUMBER.test(value);

/** A range has numbers of one length. */
const isInOrder = (start: string, end: string) => start.length === end.length && start <= end;

function readAnew(cut: CutRange, version: Version, ranges: RangeList, known: KnownRanges): Problem | undefined {
  const repeated = new Set<string>();
  const members = objectIn(cut.bytes, repeated);
  if (members === undefined) {
    return problemOf('203', ['cardRangeData']);
  }
  if (repeated.size > 0) {
    return problemOf('204', namesOf(repeated));
  }
  const found = noFindings();
  const range = judge(members, CARD_RANGE, { messageVersion: version }, found, 'cardRangeData.') as CardRange;
  const problem = problemIn(found);
  if (problem !== undefined) {
    return problem;
  }
  if (!isInOrder(range.startRange, range.endRange)) {
    return problemOf('203', ['cardRangeData.endRange']);
  }
  const details = detailsOf(range);
  known.know(cut, details);
  ranges.add(range.startRange, range.endRange, details, range.actionInd ?? 'A');
  return undefined;
}

function objectIn(bytes: Uint8Array, repeated: Set<string>): JsonObject | undefined {
  try {
    const value = readJson(bytes, repeated);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonError) {
      return undefined;
    }
    throw error;
  }
}

function detailsOf(range: CardRange): RangeDetails {
  const { dsStartProtocolVersion: start, dsEndProtocolVersion: end, threeDSMethodURL: methodUrl } = range;
  return rangeDetails({
    acs: { start: range.acsStartProtocolVersion, end: range.acsEndProtocolVersion },
    ...(start !== undefined && end !== undefined && { ds: { start, end } }),
    ...(methodUrl !== undefined && { methodUrl }),
    acsInfo: range.acsInfoInd ?? [],
  });
}
