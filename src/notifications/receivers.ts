/**
 * Limits the concurrent deliveries to each receiver. The limit of one that answers grows, up to a maximum; a silent one
 * gets one attempt at a time, so that the others always find room.
 */

/** Before its first answer. */
const AT_ONCE_FIRST = 16;
const AT_ONCE_MAX = 64;

export class Receiver {
  /** More may be due than there was room for. */
  hasMore = false;
  #limit = AT_ONCE_FIRST;
  #inFlight = 0;
  #heldUntil = 0;

  /** How many more may start now. @param now milliseconds since 1970 */
  room(now: number): number {
    return now < this.#heldUntil ? 0 : Math.max(0, this.#limit - this.#inFlight);
  }

  /** Whether there is room enough to claim more: claiming one by one would cost as much for each as for many. */
  isHungry(now: number): boolean {
    return this.room(now) * 2 >= this.#limit;
  }

  began(count: number): void {
    this.#inFlight += count;
  }

  /** Reserved room that was not used. */
  unused(): void {
    this.#inFlight -= 1;
  }

  /** @param heldUntil end of the pause that the receiver requested, in milliseconds since 1970 */
  ended({ isSilent, heldUntil = 0 }: { readonly isSilent: boolean; readonly heldUntil?: number }): void {
    this.#inFlight -= 1;
    this.#limit = isSilent ? 1 : Math.min(AT_ONCE_MAX, this.#limit * 2);
    this.#heldUntil = Math.max(this.#heldUntil, heldUntil);
  }

  /** Nothing to it is in flight, and it has not requested a pause. */
  isIdle(now: number): boolean {
    return this.#inFlight === 0 && now >= this.#heldUntil;
  }

  /** True if its limit is the initial one or higher: discarding this object then loses nothing. */
  get answers(): boolean {
    return this.#limit >= AT_ONCE_FIRST;
  }
}
