/**
 * The counts of attempts in this process's memory: the stored counts, and those of this process not yet written.
 * Payments read them without a query; a worker exchanges them with the store once a second.
 */
import type { AttemptCount, CountKey, CountKind } from '../ports/index.ts';
import { bucketOf, bucketsOf, type CountedKind, isKnown, isShared, WINDOWS } from './windows.ts';

/**
 * The maximum number of subjects (cards and ranges), which take about 60 MB. Subjects without recent changes are
 * dropped, and are loaded again with their next change.
 */
const SUBJECTS_MAX = 200_000;

type Key = Omit<CountKey, 'kind'> & { readonly kind: CountedKind; readonly shown: string };

interface Entry extends Key {
  stored: number;
  pending: number;
}

export class AttemptCounter {
  /**
   * Two generations of counts by merchant, kind and subject, and then by bucket: recently changed ones, and older ones
   * that are dropped next. Reordering one `Map` by delete and insert would be slow for a subject that changes often,
   * because deleted entries stay in its table until it is rehashed.
   */
  #recent = new Map<string, Map<number, Entry>>();
  #before = new Map<string, Map<number, Entry>>();
  readonly #pending = new Set<Entry>();
  readonly #subjectsMax: number;

  constructor(subjectsMax = SUBJECTS_MAX) {
    this.#subjectsMax = subjectsMax;
  }

  add(merchantKey: number, kind: CountedKind, subject: string, shown: string, now: number): void {
    const entry = this.#entry({ merchantKey, kind, subject, bucket: bucketOf(kind, now), shown });
    entry.pending += 1;
    if (isShared(kind)) {
      this.#pending.add(entry);
    }
  }

  /** The sum within the kind's window. */
  sum(merchantKey: number, kind: CountedKind, subject: string, now: number): number {
    const text = textOf(merchantKey, kind, subject);
    const entries = this.#recent.get(text) ?? this.#before.get(text);
    let sum = 0;
    for (const bucket of entries === undefined ? [] : bucketsOf(kind, now)) {
      const entry = entries?.get(bucket);
      sum += entry === undefined ? 0 : entry.stored + entry.pending;
    }
    return sum;
  }

  /** Takes over the counts in the store. */
  load(counts: readonly AttemptCount[]): void {
    for (const count of counts.filter(({ kind }) => isKnown(kind))) {
      this.#entry(count).stored = count.times;
    }
  }

  /**
   * The counts to add to the store. Call `written` once they are stored; without that call the next `unwritten` returns
   * them again.
   */
  unwritten(): { readonly counts: AttemptCount[]; readonly written: () => void } {
    const taken = [...this.#pending].map((entry) => ({ entry, times: entry.pending }));
    return {
      counts: taken.map(({ entry: { merchantKey, kind, subject, bucket, shown }, times }) => ({
        merchantKey,
        kind: kind as CountKind,
        subject,
        bucket,
        shown,
        times,
      })),
      written: () => {
        for (const { entry, times } of taken) {
          entry.stored += times;
          entry.pending -= times;
          if (entry.pending === 0) {
            this.#pending.delete(entry);
          }
        }
      },
    };
  }

  /** Drops counts that are outside of all windows. */
  forget(now: number): void {
    for (const subjects of [this.#recent, this.#before]) {
      for (const [text, entries] of subjects) {
        this.#forgetOf(entries, now);
        if (entries.size === 0) {
          subjects.delete(text);
        }
      }
    }
  }

  #forgetOf(entries: Map<number, Entry>, now: number): void {
    for (const [bucket, entry] of entries) {
      const { partMs, parts } = WINDOWS[entry.kind];
      if (!this.#pending.has(entry) && bucket <= now - partMs * (parts + 1)) {
        entries.delete(bucket);
      }
    }
  }

  #entry({ merchantKey, kind, subject, bucket, shown }: Key): Entry {
    const text = textOf(merchantKey, kind, subject);
    const entries = this.#recent.get(text) ?? this.#brought(text);
    const known = entries.get(bucket);
    const entry = known ?? { merchantKey, kind, subject, bucket, shown, stored: 0, pending: 0 };
    entries.set(bucket, entry);
    return entry;
  }

  /**
   * Moves a subject to the recent generation. Unwritten counts of dropped subjects stay in `#pending`, and are read
   * back later.
   */
  #brought(text: string): Map<number, Entry> {
    const entries = this.#before.get(text) ?? new Map<number, Entry>();
    this.#before.delete(text);
    if (this.#recent.size >= this.#subjectsMax / 2) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(text, entries);
    return entries;
  }
}

function textOf(merchantKey: number, kind: CountedKind, subject: string): string {
  return `${merchantKey} ${kind} ${subject}`;
}
