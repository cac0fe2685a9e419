/**
 * Opens stores ahead of their requests, because they may have work that is due. A few are opened at a time, with a
 * pause after each, so that the start of many stores leaves most of the time for requests.
 */
import type { ServedStore } from './served-store.ts';

const OPENED_AT_A_TIME = 2;
/** The pause after an opening, in multiples of its duration. */
const PAUSES_PER_OPENING = 3;
const PAUSE_MS_MAX = 1_000;

export class OpeningsAhead {
  readonly #stores: () => Iterable<ServedStore>;
  readonly #opened = new Set<Promise<unknown>>();
  /** Openings in progress, with the pauses after them. */
  #count = 0;
  #isEnded = false;

  /** @param stores the stores of the process at the moment of the call */
  constructor(stores: () => Iterable<ServedStore>) {
    this.#stores = stores;
  }

  /** Begins to open the stores that are due. */
  begin(): void {
    for (const store of this.#stores()) {
      if (this.#isEnded || this.#count >= OPENED_AT_A_TIME) {
        return;
      }
      if (store.isDue) {
        this.#open(store);
      }
    }
  }

  /** Begins no further opening. */
  end(): void {
    this.#isEnded = true;
  }

  /** Resolves when the openings in progress have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#opened);
  }

  #open(store: ServedStore): void {
    const began = performance.now();
    this.#count += 1;
    const opened = store
      .look()
      .catch(() => undefined)
      .finally(() => {
        this.#opened.delete(opened);
        const pauseMs = Math.min(PAUSE_MS_MAX, PAUSES_PER_OPENING * (performance.now() - began));
        setTimeout(() => {
          this.#count -= 1;
          this.begin();
        }, pauseMs).unref();
      });
    this.#opened.add(opened);
  }
}
