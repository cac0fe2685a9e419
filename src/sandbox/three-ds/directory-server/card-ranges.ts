/** The initial card ranges of a scheme, with its special ranges in between. */
import type { Scheme } from './schemes.ts';

/** The behaviour of a range's 3DS Method page. */
export type MethodBehaviour = 'ENDS' | 'NEVER_ENDS' | 'NONE';

export interface CardRange {
  readonly startRange: string;
  readonly endRange: string;
  readonly acsStartProtocolVersion: string;
  readonly acsEndProtocolVersion: string;
  readonly method: MethodBehaviour;
  readonly acsInfoInd: readonly string[];
}

const USUAL = {
  acsStartProtocolVersion: '2.1.0',
  acsEndProtocolVersion: '2.2.0',
  method: 'ENDS',
  /** Authentication, attempts, decoupled authentication, trusted shops. */
  acsInfoInd: ['01', '02', '03', '04'],
} as const satisfies Partial<CardRange>;

/** The special ranges, by the digit after the scheme's special prefix. Null: the range does not take part in 3DS. */
export const SPECIAL: Readonly<Record<string, Partial<CardRange> | null>> = {
  0: { method: 'NONE' },
  1: { method: 'NEVER_ENDS' },
  2: { acsEndProtocolVersion: '2.1.0', acsInfoInd: ['01', '02'] },
  3: { acsStartProtocolVersion: '2.2.0' },
  4: { acsEndProtocolVersion: '2.3.1' },
  5: null,
};

/** The scheme's initial ranges in ascending order, without overlaps. */
export function initialRanges(scheme: Scheme): CardRange[] {
  const { special, digits, listed } = scheme;
  const first = (prefix: string) => prefix.padEnd(digits, '0');
  const last = (prefix: string) => prefix.padEnd(digits, '9');
  const own = Object.entries(SPECIAL).map(([digit, change]) => ({
    startRange: first(special + digit),
    endRange: last(special + digit),
    change,
  }));
  return listed.flatMap(([from, to]) => {
    const ranges: CardRange[] = [];
    let start = first(from);
    const end = last(to);
    for (const { startRange, endRange, change } of own.filter(
      (one) => start <= one.startRange && one.endRange <= end,
    )) {
      if (start < startRange) {
        ranges.push({ ...USUAL, startRange: start, endRange: shiftNumber(startRange, -1n) });
      }
      if (change !== null) {
        ranges.push({ ...USUAL, ...change, startRange, endRange });
      }
      start = shiftNumber(endRange, 1n);
    }
    return [...ranges, { ...USUAL, startRange: start, endRange: end }];
  });
}

/** The card number that is higher by this value. */
function shiftNumber(number: string, by: bigint): string {
  return `${BigInt(number) + by}`.padStart(number.length, '0');
}

/** Numbers of equal length have the same order as texts. */
export function rangeOf(ranges: readonly CardRange[], number: string): CardRange | undefined {
  return ranges.find(
    ({ startRange, endRange }) => startRange.length === number.length && startRange <= number && number <= endRange,
  );
}
