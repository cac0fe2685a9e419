/** Reads one range of a PRes into the list. */
import { isJsonObject, JsonError, type JsonObject, readJson } from '../../../contract/json.ts';
import { type MessageProblem, problemOf } from '../messages/problem.ts';
import { namesOf, problemIn } from '../messages/read-message.ts';
import { CARD_RANGE, type MessageOf } from '../messages/tables/index.ts';
import { noFindings, validateFields } from '../messages/validate-fields.ts';
import type { Version } from '../messages/versions.ts';
import type { CutRange } from './cut-ranges.ts';
import { type RangeDetails, rangeDetails } from './range-details.ts';
import type { Action, RangeList } from './range-list.ts';

type CardRange = NonNullable<MessageOf<'PRes'>['cardRangeData']>[number];

const NUMBER = /^[0-9]{13,19}$/;
const ACTIONS: ReadonlySet<unknown> = new Set<Action>(['A', 'D', 'M']);

/** @returns a problem of the range, which is then not added */
export function readRange(
  cut: CutRange,
  version: Version,
  ranges: RangeList,
  known: KnownRanges,
): MessageProblem | undefined {
  return known.add(cut, ranges) ? undefined : readAnew(cut, version, ranges, known);
}

/**
 * Cache of validated details. A network has a few hundred ACSs, so almost all ranges repeat the details of an earlier
 * range and need no further validation, which saves a second for 200,000 ranges. Only ranges in plain text are cached,
 * because they cannot contain the separator or repeated names.
 */
export class KnownRanges {
  readonly #details = new Map<string, RangeDetails>();

  /** Adds a range with known details. @returns false if the range must be validated */
  add({ bytes, members, isPlain }: CutRange, ranges: RangeList): boolean {
    const range = isPlain ? parseJson(bytes) : undefined;
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
    const range = isPlain ? parseJson(bytes) : undefined;
    if (range !== undefined) {
      this.#details.set(keyOf(range), details);
    }
  }
}

const SEPARATOR = '\u0001';

/** The cache key: all members of a range except its numbers, including unknown members. */
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

function parseJson(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(bytes.toString('latin1')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const isNumber = (value: unknown): value is string => typeof value === 'string' && NUMBER.test(value);

/** True if both numbers have the same length and the range is not empty. */
const isInOrder = (start: string, end: string) => start.length === end.length && start <= end;

function readAnew(cut: CutRange, version: Version, ranges: RangeList, known: KnownRanges): MessageProblem | undefined {
  const repeated = new Set<string>();
  const members = objectIn(cut.bytes, repeated);
  if (members === undefined) {
    return problemOf('203', ['cardRangeData']);
  }
  if (repeated.size > 0) {
    return problemOf('204', namesOf(repeated));
  }
  const found = noFindings();
  const range = validateFields(members, CARD_RANGE, { messageVersion: version }, found, 'cardRangeData.') as CardRange;
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
    ds: start === undefined || end === undefined ? undefined : { start, end },
    methodUrl,
    acsInfo: range.acsInfoInd ?? [],
  });
}
