/**
 * Circuit breaker of one provider for one merchant, because a merchant's account may be closed while the provider
 * works. It opens when consecutive calls stay unanswered for a while, and closes with the first answer. While it is
 * open, only an occasional payment is started there, as a probe.
 *
 * It has no clock or timer: each call passes the time, from a monotonic clock.
 */
export type ProviderBreakerState = 'CLOSED' | 'HALF_OPEN' | 'OPEN';

/**
 * The minimum number of unanswered calls that open the breaker. One or two may be due to the network instead of the
 * provider.
 */
export const UNANSWERED_MIN = 3;
/**
 * How long calls must stay unanswered before the breaker opens. A server that restarts refuses connections at once, so
 * three calls can fail within a millisecond.
 */
export const SILENCE_MS = 5_000;
/**
 * The interval of probes. They are rare, because the payer of a failed probe has waited for up to ten seconds. Calls
 * about started payments are not blocked, and detect the provider's recovery too.
 */
export const PROBE_EVERY_MS = 15_000;

export class ProviderBreaker {
  /** The number of unanswered calls since the last answer, and the start of the first one. */
  #unanswered = 0;
  #since = 0;
  #openedAt: number | undefined;

  /** @param now milliseconds of the monotonic clock */
  state(now: number): ProviderBreakerState {
    if (this.#openedAt === undefined) {
      return 'CLOSED';
    }
    return now - this.#openedAt < PROBE_EVERY_MS ? 'OPEN' : 'HALF_OPEN';
  }

  /** True if a payment may be started. If the payment is the probe, the next one has to wait. */
  pass(now: number): boolean {
    const state = this.state(now);
    if (state === 'HALF_OPEN') {
      this.#openedAt = now;
    }
    return state !== 'OPEN';
  }

  /** @param beganAt the start of the call that stayed unanswered until now */
  recordUnanswered(beganAt: number, now: number): void {
    this.#unanswered += 1;
    this.#since = this.#unanswered === 1 ? beganAt : Math.min(this.#since, beganAt);
    if (this.#openedAt !== undefined) {
      this.#openedAt = now;
    } else if (this.#unanswered >= UNANSWERED_MIN && now - this.#since >= SILENCE_MS) {
      this.#openedAt = now;
    }
  }
}
