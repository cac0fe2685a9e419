/**
 * Circuit breaker: decides whether to send anything to a host that is connected. A host may answer every echo and no
 * payment; each request would then wait for its whole timeout and need a reversal. The breaker opens when that goes on,
 * so that requests fail at once. While open it lets one message a second through as a probe, and closes with the first
 * answer.
 *
 * It has no clock and no timer: each call passes the time, on a monotonic clock.
 */
export type BreakerState = 'CLOSED' | 'HALF_OPEN' | 'OPEN';

export interface BreakerTimes {
  /**
   * Messages unanswered for this long open the breaker: longer than any host's worst moment, and shorter than the
   * promised ten seconds.
   */
  readonly silenceMs: number;
  /** The last of the messages that prove the silence must have waited this long: most answers have arrived by then. */
  readonly proofWaitMs: number;
  /** A last message older than any request's timeout, with none sent since, says nothing about the present. */
  readonly forgetMs: number;
  /**
   * A payment that serves as the probe waits its whole timeout if the host is still silent, so probes are few. A host
   * that is back is found within a second.
   */
  readonly probeEveryMs: number;
}

export const DEFAULT_BREAKER_TIMES: BreakerTimes = {
  silenceMs: 8_000,
  proofWaitMs: 1_000,
  forgetMs: 20_000,
  probeEveryMs: 1_000,
};

/** One or two slow authorizations in a quiet hour are an issuer's delay, not the host's failure. */
export const UNANSWERED_MIN = 3;

export class Breaker {
  readonly #times: BreakerTimes;
  readonly #onChange: (state: BreakerState) => void;
  #state: BreakerState = 'CLOSED';
  /**
   * How many messages were sent since the last answer, and when the first, the one that reached the minimum, and the
   * last were sent.
   */
  #sent = 0;
  #firstAt = 0;
  #enoughAt = 0;
  #lastAt = 0;
  #nextProbeAt = 0;
  #connectionAnswered = false;

  /** @param onChange called once for each new state */
  constructor(times: BreakerTimes, onChange: (state: BreakerState) => void) {
    this.#times = times;
    this.#onChange = onChange;
  }

  /** The state at the last check. */
  get state(): BreakerState {
    return this.#state;
  }

  /**
   * Whether a message would pass now. Only called while there is a connection.
   * @param now milliseconds, as everywhere here
   */
  wouldPass(now: number): boolean {
    if (this.#state === 'CLOSED' && this.#isSilent(now)) {
      this.#nextProbeAt = now + this.#times.probeEveryMs;
      this.#become('OPEN');
    }
    return this.#state === 'CLOSED' || now >= this.#nextProbeAt;
  }

  /** Whether a message passes. If so, the caller sends it at once. */
  pass(now: number): boolean {
    if (!this.wouldPass(now)) {
      return false;
    }
    if (this.#state !== 'CLOSED') {
      this.#nextProbeAt = now + this.#times.probeEveryMs;
      this.#become('HALF_OPEN');
      return true;
    }
    if (now - this.#lastAt > this.#times.forgetMs) {
      this.#sent = 0;
    }
    this.#sent += 1;
    this.#lastAt = now;
    if (this.#sent === 1) {
      this.#firstAt = now;
    }
    if (this.#sent === UNANSWERED_MIN) {
      this.#enoughAt = now;
    }
    return true;
  }

  /** A message that passed was answered, with whatever result. */
  answered(): void {
    this.#sent = 0;
    this.#connectionAnswered = true;
    this.#become('CLOSED');
  }

  /**
   * The host accepted a new connection. If it had answered on the last one, messages that it left unanswered there are
   * ignored: the host was restarted. If it accepts connections and answers on none of them, the count goes on.
   */
  connected(): void {
    if (this.#connectionAnswered) {
      this.#sent = 0;
    }
    this.#connectionAnswered = false;
  }

  #isSilent(now: number): boolean {
    const { silenceMs, proofWaitMs, forgetMs } = this.#times;
    return (
      this.#sent >= UNANSWERED_MIN &&
      now - this.#firstAt >= silenceMs &&
      now - this.#enoughAt >= proofWaitMs &&
      now - this.#lastAt <= forgetMs
    );
  }

  #become(state: BreakerState): void {
    if (this.#state === state) {
      return;
    }
    this.#state = state;
    this.#onChange(state);
  }
}
