/**
 * The requests in flight. All have the same timeout, so they expire in the order in which they were sent, and a single
 * timer that checks the oldest is enough.
 */

import { SWEEP_INTERVAL_MS_MIN, SWEEPS_PER_TIMEOUT } from '../link-limits.ts';
import type { IsoFields } from './message/index.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * The answer's fields; NO_ANSWER if the request may have arrived but was not answered; NOT_SENT if it certainly was not
 * sent.
 */
export type ExchangeResult = IsoFields | 'NO_ANSWER' | 'NOT_SENT';

export interface PendingExchange {
  readonly outgoing: Outgoing;
  /** The fields that were sent, for comparison with the answer. */
  readonly fields: IsoFields;
  readonly settle: (exchange: ExchangeResult) => void;
}

interface Due extends PendingExchange {
  /** The time of the timeout, in milliseconds of the monotonic clock. */
  readonly dueAt: number;
}

export class InFlight {
  readonly #timeoutMs: number;
  readonly #onTimeout: () => void;
  readonly #pending = new Map<string, Due>();
  #sweeper: NodeJS.Timeout | undefined;

  /** @param onTimeout called once for each request that times out. */
  constructor(timeoutMs: number, onTimeout: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#onTimeout = onTimeout;
  }

  get size(): number {
    return this.#pending.size;
  }

  has(key: string): boolean {
    return this.#pending.has(key);
  }

  /** Adds a request. The caller must have checked that `key` is not in flight. */
  add(key: string, pending: PendingExchange): void {
    this.#pending.set(key, { ...pending, dueAt: performance.now() + this.#timeoutMs });
    this.#sweeper ??= this.#startSweeper();
  }

  first(key: string): PendingExchange | undefined {
    return this.#pending.get(key);
  }

  /** Completes the request with an answer. */
  answer(key: string, answer: IsoFields): void {
    const pending = this.#pending.get(key);
    this.#pending.delete(key);
    pending?.settle(answer);
  }

  /**
   * Completes every request without an answer: the connection is lost, and answers arrive only on the same connection.
   */
  abandonAll(): void {
    const abandoned = [...this.#pending.values()];
    this.#pending.clear();
    this.#stopSweeper();
    for (const pending of abandoned) {
      pending.settle(remove(pending.outgoing));
    }
  }

  #startSweeper(): NodeJS.Timeout {
    const intervalMs = Math.max(SWEEP_INTERVAL_MS_MIN, this.#timeoutMs / SWEEPS_PER_TIMEOUT);
    // Check timeouts after the sockets were read. If the process was delayed, answers in the socket's buffer then still
    // count.
    return setInterval(() => setImmediate(() => this.#sweep()), intervalMs);
  }

  #stopSweeper(): void {
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [key, pending] of this.#pending) {
      if (pending.dueAt > now) {
        break;
      }
      this.#pending.delete(key);
      this.#onTimeout();
      pending.settle(remove(pending.outgoing));
    }
    if (this.#pending.size === 0) {
      this.#stopSweeper();
    }
  }
}

/** Removes a message that is still queued. One that was written to the network may have arrived. */
function remove(outgoing: Outgoing): 'NO_ANSWER' | 'NOT_SENT' {
  if (outgoing.state === 'WRITTEN') {
    return 'NO_ANSWER';
  }
  outgoing.state = 'WITHDRAWN';
  // The message stays in a blocked queue for a while, so its card data is removed at once.
  outgoing.frame = '';
  return 'NOT_SENT';
}
