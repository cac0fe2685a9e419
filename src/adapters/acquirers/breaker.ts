/**
 * Circuit breaker: decides whether to send messages to a connected host. A host may answer every echo but no payment;
 * each request would then wait for its whole timeout and need a reversal. After a while the breaker opens, so that
 * requests fail at once. While open it lets one message a second through as a probe, and closes with the first answer.
 *
 * It has no clock and no timer: each call passes the time of a monotonic clock.
 */
export type BreakerState = 'CLOSED' | 'HALF_OPEN' | 'OPEN';

export interface BreakerTimes {
  /**
   * Messages unanswered for this long open the breaker. Longer than a healthy host ever needs, and shorter than the
   * documented ten seconds.
   */
  readonly silenceMs: number;
  /**
   * The time that the last message must have waited before its missing answer counts. Most answers arrive within this
   * time.
   */
  readonly proofWaitMs: number;
  /**
   * The age after which an unanswered message no longer counts if no other was sent since. Longer than the timeout of
   * all requests.
   */
  readonly forgetMs: number;
  /**
   * The interval of probes. There are few, because a payment that serves as a probe waits for its whole timeout if the
   * host is still silent. A recovered host is detected within a second.
   */
  readonly probeEveryMs: number;
}

export const DEFAULT_BREAKER_TIMES: BreakerTimes = {
  silenceMs: 8_000,
  proofWaitMs: 1_000,
  forgetMs: 20_000,
  probeEveryMs: 1_000,
};

/**
 * The minimum number of unanswered messages that open the breaker. One or two slow authorizations in a quiet hour are
 * an issuer's delay, not a failure of the host.
 */
export const UNANSWERED_MIN = 3;

export class Breaker {
  readonly #times: BreakerTimes;
  readonly #onChange: (state: BreakerState) => void;
  #state: BreakerState = 'CLOSED';
  /**
   * The number of messages sent since the last answer, and the times of the first message, of the message with which
   * `UNANSWERED_MIN` was reached, and of the last message.
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

  get state(): BreakerState {
    return this.#state;
  }

  /**
   * Checks whether a message would pass now. Call it only while there is a connection.
   * @param now the current time in milliseconds, like in all methods of this class
   */
  wouldPass(now: number): boolean {
    if (this.#state === 'CLOSED' && this.#isSilent(now)) {
      this.#nextProbeAt = now + this.#times.probeEveryMs;
      this.#become('OPEN');
    }
    return this.#state === 'CLOSED' || now >= this.#nextProbeAt;
  }

  /** Decides whether a message may be sent. If this returns true, the caller must send the message at once. */
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

  /** Call when a message that passed was answered, with any result. */
  recordAnswer(): void {
    this.#sent = 0;
    this.#connectionAnswered = true;
    this.#become('CLOSED');
  }

  /**
   * Call when the host accepted a new connection. If the host had answered on the previous connection, it was probably
   * restarted, so the messages that are unanswered there do not count. If it accepts connections but does not answer on
   * them, the count continues.
   */
  recordConnection(): void {
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
