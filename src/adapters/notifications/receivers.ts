/**
 * Limits the concurrent deliveries to each receiver. The limit of a receiver that responds grows, up to a maximum; a
 * silent receiver gets one attempt at a time, so that it does not take the room of others.
 */

/** The limit before the first response. */
const AT_ONCE_FIRST = 16;
const AT_ONCE_MAX = 64;

export class Receiver {
  /** True if there may be due notifications that were not claimed for lack of room. */
  hasMore = false;
  #limit = AT_ONCE_FIRST;
  #inFlight = 0;
  #heldUntil = 0;

  /** Returns the number of deliveries that may start now. @param now milliseconds since 1970 */
  room(now: number): number {
    return now < this.#heldUntil ? 0 : Math.max(0, this.#limit - this.#inFlight);
  }

  /** True if there is enough room to claim more. Claiming one notification costs as much as claiming many. */
  isHungry(now: number): boolean {
    return this.room(now) * 2 >= this.#limit;
  }

  began(count: number): void {
    this.#inFlight += count;
  }

  /** Releases reserved room that was not used. */
  releaseRoom(): void {
    this.#inFlight -= 1;
  }

  /** @param heldUntil end of the pause that the receiver requested, in milliseconds since 1970 */
  recordEnd({ isSilent, heldUntil = 0 }: { readonly isSilent: boolean; readonly heldUntil?: number }): void {
    this.#inFlight -= 1;
    this.#limit = isSilent ? 1 : Math.min(AT_ONCE_MAX, this.#limit * 2);
    this.#heldUntil = Math.max(this.#heldUntil, heldUntil);
  }

  /** True if no delivery is in flight and no requested pause is left. */
  isIdle(now: number): boolean {
    return this.#inFlight === 0 && now >= this.#heldUntil;
  }

  /** True if the limit is at least the initial limit. The object can then be discarded. */
  get answers(): boolean {
    return this.#limit >= AT_ONCE_FIRST;
  }
}
