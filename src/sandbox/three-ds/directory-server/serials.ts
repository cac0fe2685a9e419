/**
 * The history of a directory server's card ranges. Each change has a serial number, and a PRes contains the difference
 * between two of them.
 */

import { newId } from '../ids.ts';
import type { RangeChangeRow, ThreeDSLedger } from '../ledger/ledger.ts';
import { type CardRange, initialRanges } from './card-ranges.ts';
import type { Scheme } from './schemes.ts';

export type RangeAction = 'A' | 'M' | 'D';

export interface RangeChange {
  readonly action: RangeAction;
  readonly range: CardRange;
}

/** The first serial number. 0 means the empty list before the first change. */
const FIRST = 1;

/** Adds the initial ranges if the ledger has no ranges. */
export function listInitialRanges(ledger: ThreeDSLedger, scheme: Scheme, now: number): void {
  if (ledger.ranges.find({ scheme: scheme.id }) === undefined) {
    const changes = initialRanges(scheme).map((range) => ({ action: 'A', range }) as const);
    store(ledger, scheme, FIRST, changes, now);
  }
}

/** @returns the new serial number */
export function changeRanges(
  ledger: ThreeDSLedger,
  scheme: Scheme,
  changes: readonly RangeChange[],
  now: number,
): number {
  const serial = currentSerial(ledger, scheme) + 1;
  store(ledger, scheme, serial, changes, now);
  return serial;
}

export function currentSerial(ledger: ThreeDSLedger, { id: scheme }: Scheme): number {
  return ledger.ranges.all({ scheme }).at(-1)?.serial ?? FIRST;
}

/** The ranges at a serial number. */
export function rangesAt(ledger: ThreeDSLedger, { id: scheme }: Scheme, serial: number): Map<string, CardRange> {
  const ranges = new Map<string, CardRange>();
  for (const row of ledger.ranges.all({ scheme }).filter((one) => one.serial <= serial)) {
    const range = rangeOfRow(row);
    if (row.action === 'D') {
      ranges.delete(keyOf(range));
    } else {
      ranges.set(keyOf(range), range);
    }
  }
  return ranges;
}

/** The changes between two serial numbers, one for each range. */
export function delta(ledger: ThreeDSLedger, scheme: Scheme, from: number, to: number): RangeChange[] {
  const before = rangesAt(ledger, scheme, from);
  const after = rangesAt(ledger, scheme, to);
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, range]) => ({ action: 'D', range }) as const);
  const rest = [...after].flatMap(([key, range]): RangeChange[] => {
    const old = before.get(key);
    if (old === undefined) {
      return [{ action: 'A', range }];
    }
    return JSON.stringify(old) === JSON.stringify(range) ? [] : [{ action: 'M', range }];
  });
  return [...gone, ...rest];
}

function store(
  ledger: ThreeDSLedger,
  { id: scheme }: Scheme,
  serial: number,
  changes: readonly RangeChange[],
  at: number,
): void {
  for (const { action, range } of changes) {
    ledger.ranges.add({ id: newId(), scheme, serial, action, range: JSON.stringify(range), at });
  }
}

function rangeOfRow({ range }: RangeChangeRow): CardRange {
  return JSON.parse(range) as CardRange;
}

function keyOf({ startRange, endRange }: CardRange): string {
  return `${startRange}-${endRange}`;
}
