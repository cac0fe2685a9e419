/** Yields to other work while a table of many thousand ranges is built, because the same thread answers payers. */
import { setImmediate as afterOthers } from 'node:timers/promises';

/**
 * How long work may run before it yields. This is well below the longest acceptable pause of 20 ms, because the work
 * between two checks of the clock is added.
 */
const SLICE_MS = 3;

export class Pacer {
  readonly #elapsed: () => number;
  #began: number;

  /** @param elapsed a monotonic clock in milliseconds */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
    this.#began = elapsed();
  }

  get isDue(): boolean {
    return this.#elapsed() - this.#began >= SLICE_MS;
  }

  /** Yields to other work. Call it if `isDue` is true. */
  async rest(): Promise<void> {
    await afterOthers();
    this.#began = this.#elapsed();
  }
}
