/**
 * The operations in flight in this process, so that an idempotent retry waits for the first request instead of polling
 * the database. For recent requests it also has a digest of the security code or PIN, keyed with a random key in
 * memory. This detects a repeat with another code, although such data must not be stored after an authorization.
 */
import { hash, randomBytes } from 'node:crypto';

/** Limits the memory. An ordinary shop makes this many requests in hours, the busiest gateway in half a second. */
const DIGESTS_MAX = 2_000;

export class IdempotencyRegistry {
  readonly #inFlight = new Map<string, Promise<unknown>>();
  readonly #digests = new Map<string, string>();
  readonly #key = randomBytes(32).toString('hex');

  /** Returns the operation in flight under this `idempotencyKey`, if any. */
  inFlight(address: string): Promise<unknown> | undefined {
    return this.#inFlight.get(address);
  }

  /** Runs `operation`, and registers it under this `idempotencyKey` while it is in flight. */
  async run<T>(address: string, operation: () => Promise<T>): Promise<T> {
    const running = operation();
    // A failure is thrown to the caller only. A retry that waits for the operation must not fail with it.
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

  /** Resolves once no operation is in flight, for a graceful shutdown. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) {
      await Promise.all(this.#inFlight.values());
    }
  }

  /**
   * @param sensitive security code and PIN as one text
   * @returns false if a recent request with this `idempotencyKey` had another security code or PIN
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
