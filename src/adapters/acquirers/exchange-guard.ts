/**
 * Guards the exchanges with one acquirer in any protocol: an exchange is not started while the guard is closing, above
 * the maximum number in flight, or if the open breaker blocks it. Closing waits for the exchanges in flight.
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

  /** Number of messages that the open breaker blocked. */
  get heldBack(): number {
    return this.#heldBack;
  }

  /** Checks whether a message would be sent now. Call it only while the acquirer is connected. */
  wouldPass(): boolean {
    return !this.#isClosing && this.#breaker.wouldPass(performance.now());
  }

  /**
   * Runs one exchange.
   *
   * @param send must not reject
   * @returns its result, or NOT_SENT if it was not started
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

  /** Call when a message was answered, with any result. */
  recordAnswer(): void {
    this.#breaker.recordAnswer();
  }

  /** Call when the acquirer accepted a new connection. */
  recordConnection(): void {
    this.#breaker.recordConnection();
  }

  /** Refuses further exchanges. Resolves when the exchanges in flight have ended. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#inFlight > 0) {
      this.#idle = Promise.withResolvers();
      await this.#idle.promise;
    }
  }
}
