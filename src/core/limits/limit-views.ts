/** The view of a merchant's counts for an operator. */
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import type { AttemptCount, CountKind } from '../ports/index.ts';
import { type LimitRule, limitReached } from './limit-rules.ts';
import { type SuspicionRule, suspicionOf } from './payer-rules.ts';
import { bucketsOf, type CountedKind } from './windows.ts';

export interface LimitView {
  /** A masked number, a range's first digits, or the beginning of a payer's hash. */
  readonly shown: string;
  readonly declines: number;
  /** The limit that was reached. A range is limited only by processes in which most of its attempts are declined. */
  readonly limited?: LimitRule;
  /**
   * The rule by which payers must wait on the payment page, if no limit was reached. It too applies to a range only in
   * processes in which most of its attempts are declined.
   */
  readonly slowed?: SuspicionRule;
}

/**
 * @returns the subjects with declines: limited ones first, then those with waiting payers, then by number of declines
 */
export function limitsOf(limits: LimitsProfile, counts: readonly AttemptCount[], now: number): LimitView[] {
  const bySubject = Map.groupBy(counts, ({ subject }) => subject);
  return [...bySubject.values()]
    .map((ofSubject) => limitView(limits, ofSubject, now))
    .filter(({ declines }) => declines > 0)
    .toSorted(
      (one, other) =>
        Number(other.limited !== undefined) - Number(one.limited !== undefined) ||
        Number(other.slowed !== undefined) - Number(one.slowed !== undefined) ||
        other.declines - one.declines,
    );
}

/** The kinds that make up the number of declines. NEVER is omitted, because those declines also count under CARD. */
const DECLINE_KINDS: readonly CountKind[] = ['ADDRESS', 'BIN', 'CARD', 'DEVICE', 'PAGE'];

function limitView(limits: LimitsProfile, counts: readonly AttemptCount[], now: number): LimitView {
  const sums = (kind: CountedKind) => {
    // Counts of a single process are not stored. Assume the worst: a process in which all attempts were declined.
    const shared = kind.replace(/_(?:DECLINED|TRIED)_HERE$/, '') as CountKind;
    const buckets = new Set(bucketsOf(shared, now));
    return counts
      .filter((count) => count.kind === shared && buckets.has(count.bucket))
      .reduce((sum, { times }) => sum + times, 0);
  };
  const limited = limitReached(limits, sums, true);
  const slowed = limited === undefined ? suspicionOf(limits, sums)?.rule : undefined;
  return {
    shown: counts[0]!.shown,
    declines: Math.max(...DECLINE_KINDS.map(sums)),
    limited,
    slowed,
  };
}
