/**
 * Keeps one session connected: connects at once, and again after every end, with a delay that grows with each failure.
 * Delays are random, so that many gateways do not connect to a restarted host at the same moment.
 */
import { DEFAULT_LINK_TIMES, type LinkTimes } from '../link-limits.ts';
import type { LinkTarget } from '../link-socket.ts';
import type { SessionEnd } from '../session-end.ts';
import { LinkSession, type SessionHandlers } from './link-session.ts';

/** Limits the exponent. By then the step has reached its maximum, so further doublings would have no effect. */
const DOUBLINGS_MAX = 16;

/**
 * @param random a random number, at least 0 and less than 1
 * @returns a random delay in milliseconds, below the step that `failures` has reached
 */
export function reconnectDelayMs(failures: number, random: number, times: LinkTimes = DEFAULT_LINK_TIMES): number {
  const step = Math.min(times.reconnectCapMs, times.reconnectBaseMs * 2 ** Math.min(failures, DOUBLINGS_MAX));
  return random * step;
}

export class Reconnection {
  readonly #target: LinkTarget;
  readonly #times: LinkTimes;
  readonly #handlers: SessionHandlers;
  #session: LinkSession;
  #signedOnAt: number | undefined;
  #failures = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #onClosed: (() => void) | undefined;

  constructor(target: LinkTarget, times: LinkTimes, handlers: SessionHandlers) {
    this.#target = target;
    this.#times = times;
    this.#handlers = handlers;
    this.#session = this.#open();
  }

  /** The current session, which may be connecting, signed on or ended. */
  get session(): LinkSession {
    return this.#session;
  }

  /** Signs off and does not reconnect. Resolves when the socket is closed. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#isClosed = true;
      this.#onClosed = resolve;
      if (this.#retryTimer !== undefined) {
        clearTimeout(this.#retryTimer);
        resolve();
        return;
      }
      this.#session.close();
    });
  }

  #open(): LinkSession {
    return new LinkSession(this.#target, this.#times, {
      onMessage: this.#handlers.onMessage,
      isWaiting: this.#handlers.isWaiting,
      onSignedOn: () => {
        this.#signedOnAt = performance.now();
        this.#handlers.onSignedOn();
      },
      onEnd: (reason, cause) => this.#ended(reason, cause),
    });
  }

  #ended(reason: SessionEnd, cause: string | undefined): void {
    // Only a session that lasted for a while resets the count: a host that accepts the sign-on and then closes the
    // connection is failing too.
    const lasted = this.#signedOnAt !== undefined && performance.now() - this.#signedOnAt >= this.#times.reconnectCapMs;
    this.#signedOnAt = undefined;
    this.#failures = lasted ? 0 : this.#failures + 1;
    this.#handlers.onEnd(reason, cause);
    if (this.#isClosed) {
      this.#onClosed?.();
      return;
    }
    const delayMs = reconnectDelayMs(this.#failures - 1, Math.random(), this.#times);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#session = this.#open();
    }, delayMs);
  }
}
