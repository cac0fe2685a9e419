/**
 * The operations under way in this process, so that a repeat of one waits for it and not for a database; and, for the
 * newest ones, a digest of the security code or PIN that came with them. That digest is made with a key that lives and
 * dies with the process: what must not rest after an authorization does not rest, and yet a repeat with another code is
 * noticed.
 */
import { hash, randomBytes } from 'node:crypto';

/** Hours of an ordinary shop, and half a second of the busiest gateway, whose memory this bounds. */
const DIGESTS_MAX = 2_000;

export class IdempotencyRegistry {
  readonly #inFlight = new Map<string, Promise<unknown>>();
  readonly #digests = new Map<string, string>();
  readonly #key = randomBytes(32).toString('hex');

  /** The operation under way at this address, if there is one. */
  inFlight(address: string): Promise<unknown> | undefined {
    return this.#inFlight.get(address);
  }

  /** Runs `operation` as the one under way at this address. */
  async run<T>(address: string, operation: () => Promise<T>): Promise<T> {
    const running = operation();
    // A waiter sees the failure through its own await; without one it is the caller's alone.
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    this.#inFlight.set(address, settled);
    try {
      return await running;
    } finally {
      this.#inFlight.delete(address);
    }
  }

  /** All that is under way: a graceful close waits for it. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) {
      await Promise.all(this.#inFlight.values());
    }
  }

  /** @param sensitive security code or PIN as one text @returns false when this address was used with another one */
  sameSensitive(address: string, sensitive: string): boolean {
    const known = this.#digests.get(address);
    return known === undefined || known === this.#digest(sensitive);
  }

  remember(address: string, sensitive: string): void {
    this.#digests.set(address, this.#digest(sensitive));
    if (this.#digests.size <= DIGESTS_MAX) {
      return;
    }
    const [oldest] = this.#digests.keys();
    if (oldest !== undefined) {
      this.#digests.delete(oldest);
    }
  }

  #digest(sensitive: string): string {
    return hash('sha256', `${this.#key}${sensitive}`, 'base64');
  }
}
