/**
 * The requests that wait for their answers. All wait equally long, so the order in which they came is the order in
 * which they fall due, and one timer that looks at the oldest ones serves for any number of them.
 */

import type { IsoFields } from './iso8583/fields.ts';
import { SWEEP_INTERVAL_MS_MIN, SWEEPS_PER_TIMEOUT } from './link-limits.ts';
import type { Outgoing } from './outgoing.ts';

/** An answer's fields; NO_ANSWER when it may have arrived and none came; NOT_SENT when it certainly never left. */
export type Exchange = IsoFields | 'NO_ANSWER' | 'NOT_SENT';

export interface Pending {
  readonly outgoing: Outgoing;
  /** What was sent, for comparing the answer with. */
  readonly fields: IsoFields;
  readonly settle: (exchange: Exchange) => void;
}

interface Due extends Pending {
  /** On the monotonic clock, milliseconds. */
  readonly dueAt: number;
}

export class InFlight {
  readonly #timeoutMs: number;
  readonly #onTimeout: () => void;
  readonly #pending = new Map<string, Due>();
  #sweeper: NodeJS.Timeout | undefined;

  /** @param onTimeout called once for each request that falls due. */
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

  /** `key` must not be waiting already; the caller looks first. */
  add(key: string, pending: Pending): void {
    this.#pending.set(key, { ...pending, dueAt: performance.now() + this.#timeoutMs });
    this.#sweeper ??= this.#startSweeper();
  }

  first(key: string): Pending | undefined {
    return this.#pending.get(key);
  }

  /** Ends the wait with an answer. */
  answer(key: string, answer: IsoFields): void {
    const pending = this.#pending.get(key);
    this.#pending.delete(key);
    pending?.settle(answer);
  }

  /** Ends every wait: the connection is gone, and no answer can come over another one. */
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
    // Due requests are judged after the sockets have been read: when the process itself was held up, answers that
    // wait in the socket's buffer are not thrown away.
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

/** Takes a message back that is still in our own queue; one that was handed to the network may have arrived. */
function remove(outgoing: Outgoing): 'NO_ANSWER' | 'NOT_SENT' {
  if (outgoing.state === 'WRITTEN') {
    return 'NO_ANSWER';
  }
  outgoing.state = 'WITHDRAWN';
  // It stays in a blocked queue for a while yet, and card data need not.
  outgoing.frame = '';
  return 'NOT_SENT';
}
