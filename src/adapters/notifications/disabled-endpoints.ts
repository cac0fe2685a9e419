/**
 * Disabled endpoints, which responded with 410 Gone. They receive no notifications until a resent notification is
 * delivered.
 */
import { endpointOf, type Outbox } from './notification-records.ts';

/** Maximum age of cached rows. Changes by other processes are noticed within this time. */
const CACHE_MS = 1_000;
const CACHED_MAX = 10_000;

export class DisabledEndpoints {
  readonly #outbox: Outbox;
  readonly #cache = new Map<number, { readonly disabled: ReadonlyMap<string, number>; readonly readAt: number }>();

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** @returns the time at which the endpoint was disabled; undefined if it is enabled */
  async since(merchantKey: number, url: string): Promise<number | undefined> {
    return (await this.#of(merchantKey)).get(endpointOf(url));
  }

  async switchOff(merchantKey: number, url: string, at: number): Promise<void> {
    await this.#outbox.switchOff(merchantKey, endpointOf(url), at);
    this.#cache.delete(merchantKey);
  }

  /** Enables the endpoint. Call it after a notification was delivered there. */
  async switchOn(merchantKey: number, url: string): Promise<void> {
    if ((await this.since(merchantKey, url)) === undefined) {
      return;
    }
    await this.#outbox.switchOn(merchantKey, endpointOf(url));
    this.#cache.delete(merchantKey);
  }

  async #of(merchantKey: number): Promise<ReadonlyMap<string, number>> {
    const cached = this.#cache.get(merchantKey);
    const now = performance.now();
    if (cached !== undefined && now - cached.readAt < CACHE_MS) {
      return cached.disabled;
    }
    const disabled = await this.#outbox.switchedOff(merchantKey);
    if (this.#cache.size >= CACHED_MAX) {
      this.#cache.clear();
    }
    this.#cache.set(merchantKey, { disabled, readAt: now });
    return disabled;
  }
}
