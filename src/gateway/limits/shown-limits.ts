/** What of a merchant's counts an operator is shown. */
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import type { AttemptCount } from '../ports/index.ts';
import { type LimitRule, limitReached } from './limit-rules.ts';
import { bucketsOf, type HeldKind } from './windows.ts';

export interface ShownLimit {
  /** A masked number, or a range's first digits. */
  readonly shown: string;
  readonly declines: number;
  /** A range is limited in those processes alone in which most of its tries are declined. */
  readonly limited?: LimitRule;
}

/** @returns the cards and ranges with declines, those that are limited first, then those with most */
export function limitsOf(limits: LimitsProfile, counts: readonly AttemptCount[], now: number): ShownLimit[] {
  const bySubject = Map.groupBy(counts, ({ subject }) => subject);
  return [...bySubject.values()]
    .map((ofSubject) => shownOf(limits, ofSubject, now))
    .filter(({ declines }) => declines > 0)
    .toSorted(
      (one, other) =>
        Number(other.limited !== undefined) - Number(one.limited !== undefined) || other.declines - one.declines,
    );
}

function shownOf(limits: LimitsProfile, counts: readonly AttemptCount[], now: number): ShownLimit {
  const sums = (kind: HeldKind) => {
    // What a process alone knows is taken for the worst.
    const shared = kind === 'BIN_DECLINED_HERE' || kind === 'BIN_TRIED_HERE' ? 'BIN' : kind;
    const buckets = new Set(bucketsOf(shared, now));
    return counts
      .filter((count) => count.kind === shared && buckets.has(count.bucket))
      .reduce((sum, { times }) => sum + times, 0);
  };
  const limited = limitReached(limits, sums, true);
  return {
    shown: counts[0]!.shown,
    declines: Math.max(sums('BIN'), sums('CARD')),
    ...(limited && { limited }),
  };
}
