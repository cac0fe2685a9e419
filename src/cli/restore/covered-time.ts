/** Checks whether the ledger of an acquirer or a provider covers the time that a restored store has lost. */
import { MINUTE_MS } from '../../contract/durations.ts';
import { UsageError } from '../command.ts';
import type { NewestSuccess, Period } from '../ledger-comparison.ts';
import type { AcquirerEntry } from '../read-ledger.ts';

/** A file without `--until` counts as written at most this long after its last movement. */
const QUIET_MS_MAX = 10 * MINUTE_MS;

export interface LedgerFile {
  readonly entries: readonly Pick<AcquirerEntry, 'at'>[];
  /** From the command line. An infinite end is inferred from the entries. */
  readonly period: Period;
  /** Undefined if the copy has no successful movement there. */
  readonly newest: NewestSuccess | undefined;
}

/**
 * A ledger of another day, or of another installation, does not contain the copy's newest movement, or ends long before
 * the store was closed.
 *
 * @param closedAt the time of `turnpike restored`
 * @throws UsageError that names the time that the ledger does not cover
 */
export function requireCovered({ entries, period, newest }: LedgerFile, closedAt: number): void {
  const times = entries.map(({ at }) => Date.parse(at));
  const [first, last] = times.reduce(([least, most], at) => [Math.min(least, at), Math.max(most, at)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const);
  const lostFrom = newest?.createdAt ?? Number.NEGATIVE_INFINITY;
  const isNewestKnown = newest === undefined || newest.isInLedger;
  const inferredFrom = first > lostFrom ? first : closedAt;
  const from = Number.isFinite(period.from) || isNewestKnown ? period.from : inferredFrom;
  const until = Number.isFinite(period.until) ? period.until : last + QUIET_MS_MAX;
  if (until < closedAt) {
    throw uncovered(Math.max(lostFrom, Number.isFinite(period.until) ? period.until : last), closedAt, newest);
  }
  // Without a movement in the copy, the operator alone knows from when on others may be lost.
  if (newest !== undefined && from > lostFrom) {
    throw uncovered(lostFrom, Math.min(from, closedAt), newest);
  }
}

function uncovered(from: number, until: number, newest: NewestSuccess | undefined): UsageError {
  const since = Number.isFinite(from) ? `from ${timeText(from)} until ${timeText(until)}` : `until ${timeText(until)}`;
  const known =
    newest === undefined
      ? 'The copy has no movement there.'
      : `The copy’s newest movement there is of ${timeText(newest.createdAt)}, and is ${newest.isInLedger ? '' : 'not '}in the file.`;
  return new UsageError(
    `The ledger does not cover the time ${since}, and the store may have lost movements of it: nothing was changed, ` +
      `and the store stays closed. ${known} Get a file that also covers that time. If this one does, because there ` +
      'was no movement then, name the times that it covers: --from TIME --until TIME.',
  );
}

const timeText = (at: number): string => new Date(at).toISOString();
