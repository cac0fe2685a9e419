/**
 * Addresses that said that they are gone for ever: nothing is sent there, until one that somebody asked for again is
 * taken.
 */
import { endpointOf, type Outbox } from './notification-records.ts';

/** What another process heard is known here within this time; until then no try reads it again. */
const CACHE_MS = 1_000;
const KEPT_MAX = 10_000;

export class DisabledEndpoints {
  readonly #outbox: Outbox;
  readonly #kept = new Map<number, { readonly gone: ReadonlyMap<string, number>; readonly readAt: number }>();

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** @returns since when; undefined where it is not gone */
  async since(merchantKey: number, url: string): Promise<number | undefined> {
    return (await this.#of(merchantKey)).get(endpointOf(url));
  }

  async switchOff(merchantKey: number, url: string, at: number): Promise<void> {
    await this.#outbox.switchOff(merchantKey, endpointOf(url), at);
    this.#kept.delete(merchantKey);
  }

  /** It has taken one after all. */
  async switchOn(merchantKey: number, url: string): Promise<void> {
    if ((await this.since(merchantKey, url)) === undefined) {
      return;
    }
    await this.#outbox.switchOn(merchantKey, endpointOf(url));
    this.#kept.delete(merchantKey);
  }

  async #of(merchantKey: number): Promise<ReadonlyMap<string, number>> {
    const kept = this.#kept.get(merchantKey);
    const now = performance.now();
    if (kept !== undefined && now - kept.readAt < CACHE_MS) {
      return kept.gone;
    }
    const gone = await this.#outbox.switchedOff(merchantKey);
    if (this.#kept.size >= KEPT_MAX) {
      this.#kept.clear();
    }
    this.#kept.set(merchantKey, { gone, readAt: now });
    return gone;
  }
}
