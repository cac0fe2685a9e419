/**
 * Limits the time that the indexes of orders take from payments. All stores of a process share its event loop, so their
 * workers share one pace: the more of them have orders to add, the longer each pauses after a batch.
 */

/** The pause after a batch, in durations of the batch, while payments begin: a twentieth of the time is for indexes. */
const PAUSES_OF_BUSY = 19;
/** The same for an index that is late: a fifth of the time. */
const PAUSES_OF_LATE = 4;
/**
 * The longest pause, where the store answers slowly and the worker itself has little to do: one batch in a quarter of a
 * second.
 */
const PAUSE_MS_MAX = 250;
/** A pause even where a batch took no time that the clock shows, so that requests are read. */
const PAUSE_MS_MIN = 1;

export class IndexPace {
  #active = 0;

  /** Counts a worker that has orders to add. @returns call it once when the worker has none left */
  begin(): () => void {
    this.#active += 1;
    return () => {
      this.#active -= 1;
    };
  }

  /** The pause after a batch. @param isBusy whether payments begin in the store meanwhile */
  pauseMs(batchMs: number, { isBusy, isLate }: { readonly isBusy: boolean; readonly isLate: boolean }): number {
    if (!isBusy) {
      return PAUSE_MS_MIN;
    }
    const ms = Math.min(PAUSE_MS_MAX, batchMs * (isLate ? PAUSES_OF_LATE : PAUSES_OF_BUSY));
    return Math.max(PAUSE_MS_MIN, ms * Math.max(1, this.#active));
  }
}
