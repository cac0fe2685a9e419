/**
 * Watches whether the store is writable. Every process writes its heartbeat, so a failure is detected within seconds,
 * even without a payment. This worker then probes the store until a write succeeds. It logs each change, and repeats
 * the alert for a corrupt store hourly.
 */

import type { Log, WatchedStore } from '../ports/index.ts';
import { IntervalWorker } from './interval-worker.ts';

/** The interval of write probes. Load balancers poll every few seconds, and a probe is one small write. */
const CHECK_INTERVAL_MS = 1_000;
const REMINDER_INTERVAL_MS = 3_600_000;

export class StoreWatch extends IntervalWorker {
  readonly #store: WatchedStore;
  readonly #log: Log;
  readonly #monotonic: () => number;
  #reported: WatchedStore['health']['condition'] = 'WRITABLE';
  #reportedAt = 0;
  /** Whether the last report had a sentence for the operator. */
  #isExplained = false;
  readonly #isFurther: boolean;

  /**
   * @param isFurther whether the process stays ready without the store, which has some of its merchants
   * @param monotonic milliseconds
   */
  constructor(store: WatchedStore, log: Log, isFurther = false, monotonic: () => number = () => performance.now()) {
    super({
      intervalMs: CHECK_INTERVAL_MS,
      run: () => this.check(),
      log,
      failure: 'the store could not be probed; trying again',
    });
    this.#store = store;
    this.#log = log;
    this.#isFurther = isFurther;
    this.#monotonic = monotonic;
  }

  /** Runs one check. Does not throw: a failed probe is an expected result. */
  async check(): Promise<void> {
    if (this.#store.health.condition === 'NOT_WRITABLE') {
      this.#report();
      await this.#store.probe().catch(() => undefined);
    }
    this.#report();
  }

  #report(): void {
    const { condition, cause, reason } = this.#store.health;
    const now = this.#monotonic();
    const isReminder = condition === 'CORRUPT' && now - this.#reportedAt >= REMINDER_INTERVAL_MS;
    // The first write may have failed with its connection, and the next one shows why.
    const isExplanation = condition === 'NOT_WRITABLE' && reason !== undefined && !this.#isExplained;
    if (condition === this.#reported && !isReminder && !isExplanation) {
      return;
    }
    this.#reported = condition;
    this.#isExplained = reason !== undefined;
    this.#reportedAt = now;
    if (condition === 'WRITABLE') {
      this.#log.info({}, 'the store can be written again');
    } else if (condition === 'NOT_WRITABLE') {
      this.#log.error({ cause, reason }, this.#isFurther ? UNWRITTEN.further : UNWRITTEN.first);
    } else {
      this.#log.error({ alert: 'STORE_CORRUPT', cause }, CORRUPT);
    }
  }
}

const UNWRITTEN = {
  first: 'the store cannot be written: not ready until it can',
  further: 'the store cannot be written: its merchants get 503 until it can',
} as const;
const CORRUPT =
  'the store is corrupt: not ready until it is restored; stop this gateway, keep the file, see alerts/store-corrupt.md';
