/**
 * Caches cookies that this process has recently sealed or opened. Opening one derives a key, which took an eighth of a
 * page's time; a payer's second page finds it here. Only cookies sealed by us are added, so a cached cookie is genuine.
 */

/** About 5 MB: the payers of a quarter of an hour at ten new ones a second. */
const COOKIES_MAX = 10_000;

export class CookieCache<Content extends { readonly until: number }> {
  /** Least recently used first. */
  readonly #contents = new Map<string, Content>();

  /** @param now in milliseconds, as `until` is: an entry is evicted from `until` on */
  find(sealed: string, now: number): Content | undefined {
    const content = this.#contents.get(sealed);
    if (content === undefined) {
      return undefined;
    }
    this.#contents.delete(sealed);
    if (content.until <= now) {
      return undefined;
    }
    this.#contents.set(sealed, content);
    return content;
  }

  remember(sealed: string, content: Content): void {
    this.#contents.set(sealed, content);
    if (this.#contents.size <= COOKIES_MAX) {
      return;
    }
    const [oldest] = this.#contents.keys();
    if (oldest !== undefined) {
      this.#contents.delete(oldest);
    }
  }
}
