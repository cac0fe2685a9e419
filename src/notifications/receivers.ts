/**
 * How much is sent to each receiver at a time. One that answers gets more and more, up to a limit; one that is silent
 * gets one try at a time, so that those who answer always find room.
 */

/** Until it has shown that it answers. */
const AT_ONCE_FIRST = 16;
const AT_ONCE_MAX = 64;

export class Receiver {
  /** More may be due than there was room for. */
  hasMore = false;
  #limit = AT_ONCE_FIRST;
  #inFlight = 0;
  #heldUntil = 0;

  /** How many more may begin now. @param now milliseconds since 1970 */
  room(now: number): number {
    return now < this.#heldUntil ? 0 : Math.max(0, this.#limit - this.#inFlight);
  }

  /** Worth a look at what is due: one by one would cost as much for each as for many. */
  isHungry(now: number): boolean {
    return this.room(now) * 2 >= this.#limit;
  }

  began(count: number): void {
    this.#inFlight += count;
  }

  /** There was room for one that is not there. */
  unused(): void {
    this.#inFlight -= 1;
  }

  /** @param heldUntil it asked for a pause, in milliseconds since 1970 */
  ended({ isSilent, heldUntil = 0 }: { readonly isSilent: boolean; readonly heldUntil?: number }): void {
    this.#inFlight -= 1;
    this.#limit = isSilent ? 1 : Math.min(AT_ONCE_MAX, this.#limit * 2);
    this.#heldUntil = Math.max(this.#heldUntil, heldUntil);
  }

  /** Nothing of it is on its way, and it has not asked for a pause. */
  isIdle(now: number): boolean {
    return this.#inFlight === 0 && now >= this.#heldUntil;
  }

  /** Nothing is lost when it is forgotten. */
  get answers(): boolean {
    return this.#limit >= AT_ONCE_FIRST;
  }
}
