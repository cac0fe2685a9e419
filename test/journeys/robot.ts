/**
 * A robot beside a payer, like scanners of mail, prefetching browsers and messengers: it fetches every address that the
 * payer's page shows, fifty times, with GET and HEAD and with their headers, without a cookie and without script.
 */
import type { Page, Response } from 'playwright';

const VISITS = 50;
/** Requests at one time. */
const AT_ONCE = 5;

const MANNERS: readonly RequestInit[] = [
  {},
  { method: 'HEAD' },
  { headers: { 'Sec-Purpose': 'prefetch;prerender', Purpose: 'prefetch' } },
  { headers: { 'User-Agent': 'facebookexternalhit/1.1', Range: 'bytes=0-524287' } },
  { method: 'HEAD', headers: { 'User-Agent': 'Mail scanner', Accept: '*/*' } },
];

export class Robot {
  /** Requests that the gateway has answered. */
  visits = 0;
  /** Answers of 500 and above. */
  readonly failures: string[] = [];
  readonly #origin: string;
  readonly #known = new Set<string>();
  #walking: Promise<unknown> = Promise.resolve();

  /** @param origin of the gateway: the robot visits nothing else */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Walks beside a page from now on. */
  follow(page: Page): void {
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.url().startsWith(`${this.#origin}/`)) {
        this.#walking = Promise.all([this.#walking, this.#read(response)]);
      }
    });
  }

  /** Resolves once it has visited every address that was shown so far. */
  async rest(): Promise<void> {
    for (let seen: unknown; seen !== this.#walking; ) {
      seen = this.#walking;
      await seen;
    }
  }

  /** Visits an address, and each one that is shown there. */
  async visit(address: string): Promise<void> {
    const url = new URL(address, this.#origin);
    if (url.origin !== this.#origin || this.#known.has(url.href)) {
      return;
    }
    this.#known.add(url.href);
    for (let done = 0; done < VISITS; done += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => this.#fetch(url, MANNERS[(done + index) % MANNERS.length])),
      );
    }
  }

  async #read(response: Response): Promise<void> {
    // A page that was left meanwhile has no text any more.
    const text = await response.text().catch(() => '');
    const shown = [...text.matchAll(/(?:href|src|action|content)="([^"#]+)"/g)].map(([, address = '']) => address);
    const addresses = shown.filter(
      (address) => /^(?:\/(?!\/)|https?:)/.test(address) && URL.canParse(address, this.#origin),
    );
    await Promise.all([response.url(), ...addresses].map((address) => this.visit(address.replaceAll('&amp;', '&'))));
  }

  async #fetch(url: URL, manner: RequestInit = {}): Promise<void> {
    const answer = await fetch(url, { redirect: 'manual', ...manner }).catch(() => undefined);
    if (answer !== undefined) {
      this.visits += 1;
      await answer.arrayBuffer();
      if (answer.status >= 500) {
        this.failures.push(`${manner.method ?? 'GET'} ${url.pathname}: ${answer.status}`);
      }
    }
  }
}
