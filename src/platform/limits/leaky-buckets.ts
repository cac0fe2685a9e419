/**
 * Leaky buckets by name, such as a caller's address, in a table of fixed size: a count-min sketch.
 *
 * An attacker chooses the names, so one entry per name would let it exhaust the memory. Here each name has one cell in
 * each row, chosen by a hash under a key of this process. Names share cells, and the smallest of a name's cells counts.
 * So a count can be too high but not too low. The limits may err so, since they apply only to requests that are refused
 * anyway, such as wrong passwords.
 */
import { hash, randomBytes } from 'node:crypto';

/**
 * Four rows of 65,536 cells: 2 MB. A name overflows wrongly if all its cells are shared with overflowing names: one
 * name in 70,000 while 4,096 others overflow, one in six while 65,536 do.
 */
const ROWS = 4;
const CELLS = 65_536;
/** Bounds the level, so that a name is free again after twice the time even if it overflowed for hours. */
const LEVEL_MAX_BUCKETS = 2;

export interface LeakyBucketsOptions {
  /** The capacity in events. A full bucket accepts another event each time that one has drained. */
  readonly size: number;
  /** The time in which a full bucket drains. */
  readonly drainMs: number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export class LeakyBuckets {
  readonly #options: LeakyBucketsOptions;
  readonly #key = randomBytes(16).toString('hex');
  /** The time at which each bucket is empty, which represents its level in a single number. */
  readonly #emptyAt = new Float64Array(ROWS * CELLS).fill(Number.NEGATIVE_INFINITY);

  constructor(options: LeakyBucketsOptions) {
    this.#options = options;
  }

  /** Adds one event. @returns true if the name's bucket overflows */
  addAndCheck(name: string): boolean {
    return this.add(name) > 0;
  }

  /** Adds one event. @returns 0 if it fits; otherwise the milliseconds until there is room for another */
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
    // Sums of times are accurate only to some nanoseconds.
    return overMs > oneMs / 1_000 ? overMs + oneMs : 0;
  }
}
