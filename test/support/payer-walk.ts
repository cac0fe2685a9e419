/** Payers of every kind, as plain requests: each page on their way is reported with its status. */

import type { Merchant } from './merchant.ts';
import { nextAddress } from './scriptless.ts';

export interface MetPage {
  readonly address: string;
  readonly status: number;
  readonly text: string;
}

const SHOP = 'http://localhost:9/back';
/** Two cards without a challenge: by their expiry one is approved and one declined. */
const APPROVED = { method: 'card', number: '5123456789012346', expiry: '01/39', securityCode: '100' };
const DECLINED = { ...APPROVED, expiry: '05/39' };
const HIDDEN = ['sessionVersion', 'attempt', 'csrf'];
/** A waiting page is reloaded at this interval. */
const STEPS_MAX = 100;
const STEP_MS = 50;

/** The addresses that answer without a payment, by the path. */
const WITHOUT_PAYMENT = [
  '/docs',
  '/docs/guide',
  '/docs/guide/checkout',
  '/docs/errors',
  '/docs/search?q=currency',
  '/docs/changes',
  '/docs/changes?operation=CAPTURE&from=24&to=100',
  '/docs/openapi.json',
  '/docs/turnpike-client.ts',
  '/docs/turnpike-scripts.d.ts',
  '/metrics',
  '/healthz',
  '/favicon.svg',
  '/static/scripts.json',
  '/static/checkout/checkout.min.js',
  '/checkout/version/62/checkout.js',
  '/static/threeDS/1.3.0/three-ds.min.js',
  '/form/version/100/merchant/TESTSHOP/session.js',
  '/form/version/100/merchant/TESTSHOP/field',
];

/** A browser without scripts; `met` gets every answer of the gateway. */
export class PayerBrowser {
  readonly #origin: string;
  readonly #met: (page: MetPage) => void;
  #cookie = '';

  constructor(origin: string, met: (page: MetPage) => void) {
    this.#origin = origin;
    this.#met = met;
  }

  async load(address: string, init: RequestInit = {}): Promise<{ answer: Response; text: string }> {
    const url = new URL(address, this.#origin);
    const isOurs = url.origin === this.#origin;
    const headers = { ...init.headers, ...(isOurs && this.#cookie !== '' && { cookie: this.#cookie }) };
    const answer = await fetch(url, { redirect: 'manual', ...init, headers });
    const text = await answer.text();
    if (isOurs) {
      this.#cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie;
      this.#met({ address: `${init.method ?? 'GET'} ${url.pathname}`, status: answer.status, text });
    }
    return { answer, text };
  }

  /** Opens a page and sends its form; then follows redirects, as far as they stay on this machine. */
  async submit(page: string, fields: Record<string, string>): Promise<void> {
    const { text } = await this.load(page);
    const body = new URLSearchParams(fields);
    for (const name of HIDDEN) {
      body.set(name, new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '');
    }
    await this.#go(await this.load(page, { method: 'POST', body, headers: { origin: this.#origin } }));
  }

  /** Opens an address, and follows redirects. */
  async follow(address: string): Promise<void> {
    await this.#go(await this.load(address));
  }

  async #go({ answer, text }: { answer: Response; text: string }): Promise<void> {
    let next = nextAddress(answer, text);
    let waits = answer.status === 200;
    for (let steps = 0; steps < STEPS_MAX && next !== undefined && !next.startsWith(SHOP); steps += 1) {
      if (waits) {
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      }
      const loaded = await this.load(next);
      next = nextAddress(loaded.answer, loaded.text);
      waits = loaded.answer.status === 200;
    }
  }
}

/** Goes through every kind of payment once. @param origin of the gateway or of a proxy before it */
export async function walkPayers(origin: string, merchant: Merchant, met: (page: MetPage) => void): Promise<string[]> {
  const open = async (order = {}) => merchant.checkout({ returnUrl: SHOP, cancelUrl: SHOP }, order);
  const card = new PayerBrowser(origin, met);
  const paid = await open();
  await card.load(`/checkout/device/${paid.sessionId}`);
  await card.submit(paid.url, APPROVED);
  await card.load(`/checkout/done/${paid.sessionId}`);
  await card.load(paid.url);

  const second = new PayerBrowser(origin, met);
  const refused = await open();
  await second.submit(refused.url, DECLINED);
  await second.load(refused.url);
  await second.load(`/checkout/cancel/${refused.sessionId}`);

  const third = new PayerBrowser(origin, met);
  const wallet = await open({ reference: 'TEST-SUCCEED' });
  await third.submit(wallet.url, { method: 'demoWallet' });
  await third.load(wallet.url);
  await third.load(`/checkout/done/${wallet.sessionId}`);
  return [paid.orderId, wallet.orderId];
}

/** Requests everything that the gateway serves without a payment, and an error page in these languages. */
export async function walkAddresses(
  origin: string,
  { operations, languages }: { readonly operations: readonly string[]; readonly languages: readonly string[] },
  met: (page: MetPage) => void,
): Promise<void> {
  const browser = new PayerBrowser(origin, met);
  for (const path of [...WITHOUT_PAYMENT, ...operations.map((name) => `/docs/operations/${name}`)]) {
    await browser.load(path);
  }
  for (const language of languages) {
    await browser.load(`/checkout/pay/SESSION${'0'.repeat(24)}`, { headers: { 'accept-language': language } });
  }
}
