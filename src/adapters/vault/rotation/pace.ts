/** Paces the writing of rows beside payments, and reports progress to the operator. */

/**
 * Default pace: a million rows take 17 minutes. Each write has a few hundred bytes, compared with thousands for a
 * payment.
 */
export const ROWS_PER_SECOND = 1_000;
/**
 * Maximum number of rows in one commit. With 50 rows, commits hold SQLite's only write lock five times as long, and the
 * slowest hundredth of payments took 1.3 to 1.8 times as long; with 10 rows it was 1.1 times (docs/performance.md).
 */
const BATCH_ROWS_MAX = 10;
/** A slow pace consists of many small steps instead of long pauses. */
const BATCHES_PER_SECOND_MIN = 10;

export interface Pace {
  readonly rowsPerSecond: number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
}

/** Takes a sentence for the operator. */
export type ReportProgress = (text: string) => void;

/**
 * Writes batches, each followed by a pause at least as long as the batch took, so that a busy store gets more time.
 *
 * @param report called after each batch with the number of items done
 */
export async function writePaced<Item>(
  { rowsPerSecond, pause, monotonic }: Pace,
  items: readonly Item[],
  write: (item: Item) => Promise<boolean>,
  report: (done: number) => void,
): Promise<void> {
  const size = Math.max(1, Math.min(BATCH_ROWS_MAX, Math.floor(rowsPerSecond / BATCHES_PER_SECOND_MIN)));
  for (let from = 0; from < items.length; from += size) {
    const batch = items.slice(from, from + size);
    const began = monotonic();
    await Promise.all(batch.map(write));
    const took = monotonic() - began;
    report(from + batch.length);
    await pause(Math.max(took, (batch.length / rowsPerSecond) * 1_000 - took));
  }
}

/** Minimum interval between reports. The first one is immediate. */
const REPORT_INTERVAL_MS = 1_000;

/** Reports progress about once a second. */
export function throttleProgress({ monotonic }: Pick<Pace, 'monotonic'>, progress: ReportProgress): ReportProgress {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (monotonic() - saidAt >= REPORT_INTERVAL_MS) {
      progress(text);
      saidAt = monotonic();
    }
  };
}
