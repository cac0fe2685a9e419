/**
 * Circuit breaker of one provider for one merchant, since a merchant's account may be closed while the provider is
 * well. It opens when one call after the other stays unanswered for a while, and closes with the first answer. While it
 * is open no payment is begun there but one now and then, as a probe.
 *
 * It has no clock and no timer: each call passes the time, on a monotonic clock.
 */
export type ProviderBreakerState = 'CLOSED' | 'HALF_OPEN' | 'OPEN';

/** One or two calls that got lost are the network's moment, not the provider's failure. */
export const UNANSWERED_MIN = 3;
/** While a server is restarted its calls are refused at once, three within a millisecond. */
export const SILENCE_MS = 5_000;
/**
 * A payer who is the probe waits up to ten seconds for nothing, so probes are few. Calls about payments that were begun
 * are never held back, and find a provider that is back as well.
 */
export const PROBE_EVERY_MS = 15_000;

export class ProviderBreaker {
  /** Of the calls that stayed unanswered since the last answer, and when the first of them began. */
  #unanswered = 0;
  #since = 0;
  #openedAt: number | undefined;

  /** @param now milliseconds, as everywhere here */
  state(now: number): ProviderBreakerState {
    if (this.#openedAt === undefined) {
      return 'CLOSED';
    }
    return now - this.#openedAt < PROBE_EVERY_MS ? 'OPEN' : 'HALF_OPEN';
  }

  /** Whether a payment may be begun. If so, and it is the probe, the next one has to wait. */
  pass(now: number): boolean {
    const state = this.state(now);
    if (state === 'HALF_OPEN') {
      this.#openedAt = now;
    }
    return state !== 'OPEN';
  }

  /** @param beganAt when the call that stayed unanswered until now was begun */
  unanswered(beganAt: number, now: number): void {
    this.#unanswered += 1;
    this.#since = this.#unanswered === 1 ? beganAt : Math.min(this.#since, beganAt);
    if (this.#openedAt !== undefined) {
      this.#openedAt = now;
    } else if (this.#unanswered >= UNANSWERED_MIN && now - this.#since >= SILENCE_MS) {
      this.#openedAt = now;
    }
  }
}
