/**
 * The operations in flight in this process, so that an idempotent retry waits for the first and does not poll the
 * database; and, for the newest ones, a digest of their security code or PIN. Its key is random and kept in this
 * process's memory alone: what must not be stored after an authorization is not stored, and yet a repeat with another
 * code is detected.
 */
import { hash, randomBytes } from 'node:crypto';

/** Hours of an ordinary shop, and half a second of the busiest gateway, whose memory this bounds. */
const DIGESTS_MAX = 2_000;

export class IdempotencyRegistry {
  readonly #inFlight = new Map<string, Promise<unknown>>();
  readonly #digests = new Map<string, string>();
  readonly #key = randomBytes(32).toString('hex');

  /** The operation in flight at this address, if there is one. */
  inFlight(address: string): Promise<unknown> | undefined {
    return this.#inFlight.get(address);
  }

  /** Runs `operation` and registers it as in flight at this address. */
  async run<T>(address: string, operation: () => Promise<T>): Promise<T> {
    const running = operation();
    // The caller gets the failure through its own await; those that wait for this one must not fail with it.
    const finished = running.then(
      () => undefined,
      () => undefined,
    );
    this.#inFlight.set(address, finished);
    try {
      return await running;
    } finally {
      this.#inFlight.delete(address);
    }
  }

  /** Resolves when nothing is in flight: a graceful close waits for it. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) {
      await Promise.all(this.#inFlight.values());
    }
  }

  /**
   * @param sensitive security code or PIN as one text
   * @returns false when this address was used with another one
   */
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
