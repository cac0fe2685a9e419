/** How fast rows are written beside payments, and how the operator sees it go on. */

/** A million in 17 minutes. Each write is a few hundred bytes, against thousands of a payment. */
export const ROWS_PER_SECOND = 1_000;
/** In one commit: the rows are locked for a millisecond or two, and a payment waits no longer. */
const BATCH_ROWS = 50;

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
 * @returns how many of the items were done
 */
export async function paced<Item>(
  { rowsPerSecond, pause, monotonic }: Pace,
  items: readonly Item[],
  write: (item: Item) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  for (let from = 0; from < items.length; from += BATCH_ROWS) {
    const batch = items.slice(from, from + BATCH_ROWS);
    const began = monotonic();
    const written = await Promise.all(batch.map(write));
    done += written.filter(Boolean).length;
    const took = monotonic() - began;
    await pause(Math.max(took, (batch.length / rowsPerSecond) * 1_000 - took));
  }
  return done;
}
