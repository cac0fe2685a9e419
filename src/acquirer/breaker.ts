/**
 * Judges whether it is worth sending anything to a host that is connected. A host may answer every echo and yet no
 * payment; then each request would wait its whole time in vain, and leave a reversal behind. The breaker opens when
 * that goes on, so that requests fail at once, lets one message a second through to find out, and closes with the first
 * answer.
 *
 * It has no clock and no timer: each call brings the time, on a clock that only grows.
 */
export type BreakerState = 'CLOSED' | 'HALF_OPEN' | 'OPEN';

export interface BreakerTimes {
  /**
   * Sent for so long with no answer at all is trouble: above any host's worst moment, and below the ten seconds that
   * are promised.
   */
  readonly silenceMs: number;
  /** So long the last of the few messages that prove it must have waited: most answers are there by then. */
  readonly proofWaitMs: number;
  /** What was sent longer ago than a request ever waits, with nothing since, says nothing about now. */
  readonly forgetMs: number;
  /**
   * A payer whose payment is the probe waits in vain, so there are few; a host that is back is found at once all the
   * same.
   */
  readonly probeEveryMs: number;
}

export const DEFAULT_BREAKER_TIMES: BreakerTimes = {
  silenceMs: 8_000,
  proofWaitMs: 1_000,
  forgetMs: 20_000,
  probeEveryMs: 1_000,
};

/** One slow authorization, or two at a quiet hour, are an issuer's business. */
export const UNANSWERED_MIN = 3;

export class Breaker {
  readonly #times: BreakerTimes;
  readonly #onChange: (state: BreakerState) => void;
  #state: BreakerState = 'CLOSED';
  /**
   * How many messages were sent since the last answer, and when the first, the one that makes them enough, and the
   * last.
   */
  #sent = 0;
  #firstAt = 0;
  #enoughAt = 0;
  #lastAt = 0;
  #nextProbeAt = 0;
  #connectionAnswered = false;

  /** @param onChange told of each new state, once */
  constructor(times: BreakerTimes, onChange: (state: BreakerState) => void) {
    this.#times = times;
    this.#onChange = onChange;
  }

  /** As it was found when it was last asked. */
  get state(): BreakerState {
    return this.#state;
  }

  /**
   * Whether a message would be let through now. Only asked while there is a connection.
   * @param now milliseconds, as everywhere here
   */
  wouldPass(now: number): boolean {
    if (this.#state === 'CLOSED' && this.#isSilent(now)) {
      this.#nextProbeAt = now + this.#times.probeEveryMs;
      this.#become('OPEN');
    }
    return this.#state === 'CLOSED' || now >= this.#nextProbeAt;
  }

  /** Lets a message through that is sent at once, or does not. */
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

  /** A message that was let through has its answer. Which one does not matter. */
  answered(): void {
    this.#sent = 0;
    this.#connectionAnswered = true;
    this.#become('CLOSED');
  }

  /**
   * The host has taken a new connection. What the last one owed is no sign where it had answered before: the host was
   * started anew. A host that takes connections and answers nothing on any of them goes on being judged.
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
