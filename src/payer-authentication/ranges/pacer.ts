/** Lets everything else run while a table of many thousand ranges is built: payers are answered by the same thread. */
import { setImmediate as afterOthers } from 'node:timers/promises';

/** Well below the 20 ms that a pause may take: what is done between two looks at the clock comes on top. */
const SLICE_MS = 3;

export class Pacer {
  readonly #elapsed: () => number;
  #began: number;

  /** @param elapsed milliseconds that only go forward */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
    this.#began = elapsed();
  }

  get isDue(): boolean {
    return this.#elapsed() - this.#began >= SLICE_MS;
  }

  /** Where `isDue` says so. */
  async rest(): Promise<void> {
    await afterOthers();
    this.#began = this.#elapsed();
  }
}
