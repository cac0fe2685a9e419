/**
 * Cookies that this process sealed or opened lately. Opening one derives a key, which took an eighth of a page's time;
 * a payer's second page finds it here. Only what was sealed by us comes in, so a text that is found is genuine.
 */

/** About 5 MB, and the payers of a quarter of an hour at ten new ones a second. */
const COOKIES_MAX = 10_000;

export class CookieCache<Content extends { readonly until: number }> {
  /** Longest unused first. */
  readonly #contents = new Map<string, Content>();

  /** @param now in milliseconds, as `until` is: from then on it is not known any more */
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
