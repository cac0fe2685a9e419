/** Measures the delay of the event loop, by a timer that Node runs outside of JavaScript. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The interval of the measuring timer in milliseconds: it detects stalls of that length at negligible load. */
const RESOLUTION_MS = 20;
const NS_PER_SECOND = 1e9;
/** The time within which reads return the same values, so that all families of one scrape agree. */
const SAME_SCRAPE_MS = 1_000;

/** The delay in seconds since the previous scrape. */
export interface Lag {
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export class EventLoopLag {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #readAt = Number.NEGATIVE_INFINITY;
  #lag: Lag = { median: 0, p99: 0, max: 0 };

  constructor() {
    this.#delay.enable();
  }

  /** Returns the delays without the interval of the measuring timer. */
  read(): Lag {
    const now = performance.now();
    if (now - this.#readAt < SAME_SCRAPE_MS) {
      return this.#lag;
    }
    const late = (ns: number) => Math.max(0, ns / NS_PER_SECOND - RESOLUTION_MS / 1_000);
    this.#lag = {
      median: late(this.#delay.percentile(50)),
      p99: late(this.#delay.percentile(99)),
      max: late(this.#delay.max),
    };
    this.#readAt = now;
    this.#delay.reset();
    return this.#lag;
  }

  close(): void {
    this.#delay.disable();
  }
}
