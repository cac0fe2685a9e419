/**
 * Guards the exchanges with one acquirer, whatever its protocol: none while it is closing, so many at once and no more,
 * and none that the open breaker holds back. A close waits for those in flight.
 */
import { Breaker, type BreakerState, type BreakerTimes, DEFAULT_BREAKER_TIMES } from './breaker.ts';
import { IN_FLIGHT_MAX } from './link-limits.ts';

export class ExchangeGuard {
  readonly #breaker: Breaker;
  #inFlight = 0;
  #heldBack = 0;
  #isClosing = false;
  #idle = Promise.withResolvers<void>();

  /** @param onChange called once for each new state of the breaker */
  constructor(times: Partial<BreakerTimes>, onChange: (state: BreakerState, inFlight: number) => void) {
    this.#breaker = new Breaker({ ...DEFAULT_BREAKER_TIMES, ...times }, (state) => onChange(state, this.#inFlight));
  }

  get breaker(): BreakerState {
    return this.#breaker.state;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** How many messages the open breaker did not send. */
  get heldBack(): number {
    return this.#heldBack;
  }

  /** Whether a message would be sent now. Only called while the acquirer is connected. */
  wouldPass(): boolean {
    return !this.#isClosing && this.#breaker.wouldPass(performance.now());
  }

  /**
   * Runs one exchange.
   *
   * @param send never rejects
   * @returns its result, or NOT_SENT where it was not begun
   */
  async exchange<Result>(send: () => Promise<Result>): Promise<Result | 'NOT_SENT'> {
    if (this.#isClosing || this.#inFlight >= IN_FLIGHT_MAX) {
      return 'NOT_SENT';
    }
    if (!this.#breaker.pass(performance.now())) {
      this.#heldBack += 1;
      return 'NOT_SENT';
    }
    this.#inFlight += 1;
    try {
      return await send();
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) {
        this.#idle.resolve();
      }
    }
  }

  /** A message was answered, with whatever result. */
  answered(): void {
    this.#breaker.answered();
  }

  /** The acquirer accepted a new connection. */
  connected(): void {
    this.#breaker.connected();
  }

  /** Begins no more exchanges. Resolves when none is in flight. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#inFlight > 0) {
      this.#idle = Promise.withResolvers();
      await this.#idle.promise;
    }
  }
}
