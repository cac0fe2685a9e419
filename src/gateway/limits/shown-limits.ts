/** What of a merchant's counts an operator is shown. */
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import type { AttemptCount, CountKind } from '../ports/index.ts';
import { type LimitRule, limitReached } from './limit-rules.ts';
import { bucketsOf } from './windows.ts';

export interface ShownLimit {
  /** A masked number, or a range's first digits. */
  readonly shown: string;
  readonly declines: number;
  /** Of a range: all tries, declined or not. */
  readonly tries?: number;
  readonly limited?: LimitRule;
}

/** @returns the cards and ranges with declines, those that are limited first, then those with most */
export function limitsOf(limits: LimitsProfile, counts: readonly AttemptCount[], now: number): ShownLimit[] {
  const bySubject = Map.groupBy(counts, ({ subject }) => subject);
  bySubject.delete('');
  return [...bySubject.values()]
    .map((ofSubject) => shownOf(limits, ofSubject, now))
    .filter(({ declines }) => declines > 0)
    .toSorted(
      (one, other) =>
        Number(other.limited !== undefined) - Number(one.limited !== undefined) || other.declines - one.declines,
    );
}

function shownOf(limits: LimitsProfile, counts: readonly AttemptCount[], now: number): ShownLimit {
  const sums = (kind: CountKind) => {
    const buckets = new Set(bucketsOf(kind, now));
    return counts.reduce(
      (sum, count) => (count.kind === kind && buckets.has(count.bucket) ? sum + count.times : sum),
      0,
    );
  };
  const limited = limitReached(limits, sums, true);
  const isRange = counts.some(({ kind }) => kind === 'BIN_TRIES' || kind === 'BIN');
  return {
    shown: counts[0]!.shown,
    declines: isRange ? sums('BIN') : sums('CARD'),
    ...(isRange && { tries: sums('BIN_TRIES') }),
    ...(limited && { limited }),
  };
}
