/**
 * Leaky buckets by name, such as a caller's address, in a table of fixed size: a count-min sketch.
 *
 * An attacker chooses the names, so an entry for each would be memory for the asking. Here each name has one cell in
 * each row, by a hash under a key of this process. Names share cells, and the smallest of a name's cells counts. So a
 * count can be too high, never too low. It limits what is refused anyway: wrong passwords, and other refusals.
 */
import { hash, randomBytes } from 'node:crypto';

/**
 * Four rows of 65,536 cells: 2 MB. A name overflows by others if all its cells are shared with names that do: one name
 * in 70,000 while 4,096 others overflow, one in six while 65,536 do.
 */
const ROWS = 4;
const CELLS = 65_536;
/** A name that overflowed for hours is as any other after twice the time. */
const LEVEL_MAX_BUCKETS = 2;

export interface LeakyBucketsOptions {
  /** So many events at once; then one more each time that one has drained. */
  readonly size: number;
  /** A full bucket is empty after it. */
  readonly drainMs: number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export class LeakyBuckets {
  readonly #options: LeakyBucketsOptions;
  readonly #key = randomBytes(16).toString('hex');
  /** When each bucket is empty: its level as a time, so that one number is enough. */
  readonly #emptyAt = new Float64Array(ROWS * CELLS).fill(Number.NEGATIVE_INFINITY);

  constructor(options: LeakyBucketsOptions) {
    this.#options = options;
  }

  /** Adds one event. @returns whether the name's bucket overflows */
  overflows(name: string): boolean {
    return this.add(name) > 0;
  }

  /** Adds one event. @returns 0 where it fits; else the milliseconds after which there is room for another */
  add(name: string): number {
    const { size, drainMs, now } = this.#options;
    const oneMs = drainMs / size;
    const time = now();
    const digest = hash('sha256', `${this.#key}${name}`, 'buffer');
    let earliest = Number.POSITIVE_INFINITY;
    for (let row = 0; row < ROWS; row += 1) {
      const cell = row * CELLS + (digest.readUInt32LE(row * 4) % CELLS);
      const emptyAt = Math.min(Math.max(time, this.#emptyAt[cell]!) + oneMs, time + drainMs * LEVEL_MAX_BUCKETS);
      this.#emptyAt[cell] = emptyAt;
      earliest = Math.min(earliest, emptyAt);
    }
    const overMs = earliest - time - drainMs;
    // Sums of times are exact to some nanoseconds only.
    return overMs > oneMs / 1_000 ? overMs + oneMs : 0;
  }
}
