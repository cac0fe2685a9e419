/** How late timers come, measured outside of JavaScript. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * One timer in so many milliseconds: enough to detect a stall of that length, and no load that a busy process notices.
 */
const RESOLUTION_MS = 20;
const NS_PER_SECOND = 1e9;

export class EventLoopLag {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.#delay.enable();
  }

  /** Since the last call. The timer's own interval does not count as lag. */
  read(): { readonly quantile: string; readonly seconds: number }[] {
    const late = (ns: number) => Math.max(0, ns / NS_PER_SECOND - RESOLUTION_MS / 1_000);
    const { max } = this.#delay;
    const percentiles = [
      { quantile: '0.5', seconds: late(this.#delay.percentile(50)) },
      { quantile: '0.99', seconds: late(this.#delay.percentile(99)) },
      { quantile: '1', seconds: late(max) },
    ];
    this.#delay.reset();
    return percentiles;
  }

  close(): void {
    this.#delay.disable();
  }
}
