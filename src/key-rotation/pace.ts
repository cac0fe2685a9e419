/** How fast rows are written beside payments, and how the operator sees it go on. */

/** A million in 17 minutes. Each write is a few hundred bytes, against thousands of a payment. */
export const ROWS_PER_SECOND = 1_000;
/**
 * In one commit. With 50, whose commits hold SQLite's one lock five times as long, the slowest hundredth of payments
 * took 1.3 to 1.8 times as long beside it; with 10, 1.1 times (docs/performance.md).
 */
const BATCH_ROWS_MAX = 10;
/** A slow pace is many small steps, and no long pauses. */
const BATCHES_PER_SECOND_MIN = 10;

export interface Pace {
  readonly rowsPerSecond: number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Monotonic, milliseconds. */
  readonly monotonic: () => number;
}

/** Takes a sentence for the operator. */
export type Progress = (text: string) => void;

/**
 * A batch at a time, each followed by a pause at least as long as it took: a store that is busy gets more time.
 *
 * @param told after each batch, how many of the items were done
 */
export async function paced<Item>(
  { rowsPerSecond, pause, monotonic }: Pace,
  items: readonly Item[],
  write: (item: Item) => Promise<boolean>,
  told: (done: number) => void,
): Promise<void> {
  const size = Math.max(1, Math.min(BATCH_ROWS_MAX, Math.floor(rowsPerSecond / BATCHES_PER_SECOND_MIN)));
  for (let from = 0; from < items.length; from += size) {
    const batch = items.slice(from, from + size);
    const began = monotonic();
    await Promise.all(batch.map(write));
    const took = monotonic() - began;
    told(from + batch.length);
    await pause(Math.max(took, (batch.length / rowsPerSecond) * 1_000 - took));
  }
}

/** At most so often; the first at once. */
const SAID_EVERY_MS = 1_000;

/** Says how far it is, about once a second. */
export function occasionally({ monotonic }: Pick<Pace, 'monotonic'>, progress: Progress): Progress {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (monotonic() - saidAt >= SAID_EVERY_MS) {
      progress(text);
      saidAt = monotonic();
    }
  };
}
