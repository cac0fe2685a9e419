/**
 * A robot beside a payer, like scanners of mail, prefetching browsers and messengers: it fetches the addresses that the
 * payer's pages show, several times, with GET and HEAD and with their headers, without a cookie and without script.
 */
import type { Page, Response } from 'playwright';
import { REDIRECT_PATH } from '../../src/checkout/return/redirect-addresses.ts';

/** The ways in which robots ask. Each address is fetched in each of them. */
const MANNERS: readonly RequestInit[] = [
  { headers: { 'User-Agent': 'facebookexternalhit/1.1', Range: 'bytes=0-524287' } },
  { method: 'HEAD', headers: { 'User-Agent': 'Mail scanner', Accept: '*/*' } },
  { headers: { 'Sec-Purpose': 'prefetch;prerender', Purpose: 'prefetch' } },
];
/** Visits of an address that merchants mail and post: every scanner, reader and archive on the way opens it. */
export const VISITS_OF_MAILED = 50;
/**
 * Addresses that a page leads the robot to. A list of banks has hundreds, which are one address with different queries.
 */
const ADDRESSES_OF_PAGE_MAX = 16;

/** `TURNPIKE_ROBOTS`: how often a robot visits each address of a page; 0 for no robots. */
export const VISITS = Number(process.env.TURNPIKE_ROBOTS ?? MANNERS.length);

export class Robot {
  /** Requests that the gateway has answered. */
  visits = 0;
  /** Answers of 500 and above. */
  readonly failures: string[] = [];
  readonly #origin: string;
  readonly #times: number;
  /** By their paths: a further query leads to the same page. */
  readonly #known = new Map<string, URL>();
  #walking: Promise<unknown> = Promise.resolve();

  /**
   * @param origin of the gateway: the robot visits nothing else
   * @param times how often it visits each address
   */
  constructor(origin: string, times = VISITS) {
    this.#origin = origin;
    this.#times = times;
  }

  /** Walks beside a page from now on. */
  follow(page: Page): void {
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.url().startsWith(`${this.#origin}/`)) {
        this.#walk(this.#read(response));
      }
    });
  }

  /** Visits an address beside the payer, and those that its page shows. */
  lead(address: string): void {
    this.#walk(this.visit(address));
  }

  /** Resolves once it has visited every address that was shown so far. */
  async rest(): Promise<void> {
    for (let seen: unknown; seen !== this.#walking; ) {
      seen = this.#walking;
      await seen;
    }
  }

  /** Visits an address, and those that its page shows to everybody. */
  async visit(address: string, times = this.#times): Promise<void> {
    const url = new URL(address, this.#origin);
    // A redirect address has no other proof of the payer, so its first GET is the payer's departure to the provider.
    const isLeftOut = url.pathname.startsWith('/_astro/') || url.pathname.startsWith(REDIRECT_PATH);
    if (url.origin !== this.#origin || isLeftOut || this.#known.has(url.pathname)) {
      return;
    }
    this.#known.set(url.pathname, url);
    const shown = await this.#fetch(url, MANNERS[0]);
    for (let done = 1; done < times; done += 1) {
      await this.#fetch(url, MANNERS[done % MANNERS.length]);
    }
    await this.#visitAll(addressesIn(shown));
  }

  /** Visits every known address once more, as some robots do days later. */
  async return(): Promise<void> {
    for (const url of this.#known.values()) {
      await this.#fetch(url, MANNERS[0]);
    }
  }

  #walk(step: Promise<unknown>): void {
    this.#walking = Promise.all([this.#walking, step]);
  }

  async #read(response: Response): Promise<void> {
    // A page that was left meanwhile has no text any more.
    const text = await response.text().catch(() => '');
    await this.#visitAll([response.url(), ...addressesIn(text)]);
  }

  async #visitAll(addresses: readonly string[]): Promise<void> {
    for (const address of addresses.filter((one) => URL.canParse(one, this.#origin))) {
      await this.visit(address);
    }
  }

  async #fetch(url: URL, manner: RequestInit | undefined): Promise<string> {
    const answer = await fetch(url, { redirect: 'manual', ...manner }).catch(() => undefined);
    const text = (await answer?.text().catch(() => '')) ?? '';
    if (answer !== undefined) {
      this.visits += 1;
      if (answer.status >= 500) {
        this.failures.push(`${manner?.method ?? 'GET'} ${url.pathname}: ${answer.status}`);
      }
    }
    return text;
  }
}

function addressesIn(html: string): string[] {
  const shown = [...html.matchAll(/(?:href|src|action|content)="([^"#]+)"/g)].map(([, address = '']) => address);
  const addresses = shown.filter((address) => /^(?:\/(?!\/)|https?:)/.test(address) && !address.startsWith('/_astro/'));
  return addresses.slice(0, ADDRESSES_OF_PAGE_MAX).map((address) => address.replaceAll('&amp;', '&'));
}
