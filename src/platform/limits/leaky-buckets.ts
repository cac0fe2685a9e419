/**
 * Leaky buckets by name, such as a caller's IP address, in a table of fixed size: a count-min sketch.
 *
 * An attacker chooses the names, so one entry per name would let it exhaust the memory. Here each name has one cell in
 * each row, chosen by a hash under a key of this process. Names share cells, and the smallest of a name's cells counts.
 * So a count can be too high but not too low. This error is acceptable, because the limits apply only to requests that
 * are refused anyway, such as those with wrong passwords.
 */
import { hash, randomBytes } from 'node:crypto';

/**
 * Four rows of 65,536 cells: 2 MB. A name's bucket overflows by mistake if all its cells are shared with overflowing
 * names. This affects one name in 70,000 while 4,096 others overflow, and one in six while 65,536 others do.
 */
const ROWS = 4;
const CELLS = 65_536;
/**
 * The maximum level in capacities. So a bucket is empty after twice its draining time, even if it overflowed for hours.
 */
const LEVEL_MAX_BUCKETS = 2;

export interface LeakyBucketsOptions {
  /** The capacity of a bucket in events. A full bucket accepts another event when one has drained. */
  readonly size: number;
  /** The time in which a full bucket drains. */
  readonly drainMs: number;
  /** A monotonic clock, in milliseconds. It is never negative. */
  readonly now: () => number;
}

export class LeakyBuckets {
  readonly #options: LeakyBucketsOptions;
  readonly #key = randomBytes(16).toString('hex');
  /**
   * The time at which each cell's bucket will be empty, from which its level is computed. A new array is all zeros,
   * which means empty on a clock that starts at zero. Filling it would take its memory at the start.
   */
  readonly #emptyAt = new Float64Array(ROWS * CELLS);

  constructor(options: LeakyBucketsOptions) {
    this.#options = options;
  }

  /** Adds one event. @returns true if the name's bucket overflows */
  addAndCheck(name: string): boolean {
    return this.add(name) > 0;
  }

  /** Adds one event. @returns 0 if the event fits; otherwise the milliseconds until the bucket has room for an event */
  add(name: string): number {
    const { size, drainMs, now } = this.#options;
    const oneMs = drainMs / size;
    const time = now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const cell of this.#cells(name)) {
      const emptyAt = Math.min(Math.max(time, this.#emptyAt[cell]!) + oneMs, time + drainMs * LEVEL_MAX_BUCKETS);
      this.#emptyAt[cell] = emptyAt;
      earliest = Math.min(earliest, emptyAt);
    }
    const overMs = earliest - time - drainMs;
    // Ignores rounding errors: sums of times are accurate only to some nanoseconds.
    return overMs > oneMs / 1_000 ? overMs + oneMs : 0;
  }

  /** @returns true if the bucket has room for an event, which is not added */
  hasRoom(name: string): boolean {
    const { size, drainMs, now } = this.#options;
    const earliest = Math.min(...this.#cells(name).map((cell) => this.#emptyAt[cell]!));
    return earliest + drainMs / size <= now() + drainMs;
  }

  #cells(name: string): readonly number[] {
    const digest = hash('sha256', `${this.#key}${name}`, 'buffer');
    return Array.from({ length: ROWS }, (_, row) => row * CELLS + (digest.readUInt32LE(row * 4) % CELLS));
  }
}
