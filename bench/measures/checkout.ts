/** Creates a checkout like a shop's server, and fetches its page like a browser. */

import { type Fetched, fetchOnce } from '../processes/fetch-once.ts';
import { MERCHANT_HEADERS, MERCHANT_PATH } from '../processes/gateway.ts';

/** The content-negotiation headers of a current browser. */
export const BROWSER_HEADERS = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
} as const;

/** @returns the page's path */
export async function newCheckout(origin: string): Promise<string> {
  const { status, body } = await fetchOnce(`${origin}${MERCHANT_PATH}/session`, {
    method: 'POST',
    headers: MERCHANT_HEADERS,
    body: JSON.stringify(CHECKOUT),
  });
  const { session } = JSON.parse(body.toString()) as { session?: { id: string } };
  if (status !== 201 || session === undefined) {
    throw new Error(`A checkout was answered with ${status}: ${body}`);
  }
  return `/checkout/pay/${session.id}`;
}

/** Returns the page, and its cookie for the `Cookie` header. @throws Error when the answer is not a page */
export async function openPage(origin: string, path: string): Promise<Fetched & { readonly cookie: string }> {
  const page = await fetchOnce(origin + path, { headers: BROWSER_HEADERS });
  const cookie = page.headers['set-cookie']?.[0]?.split(';')[0];
  if (page.status !== 200 || cookie === undefined) {
    throw new Error(`${path} was answered with ${page.status}.`);
  }
  return { ...page, cookie };
}

const CHECKOUT = {
  apiOperation: 'INITIATE_CHECKOUT',
  interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/return', merchant: { name: 'Example Shop' } },
  order: {
    id: 'bench-page',
    reference: 'bench-page',
    currency: 'EUR',
    amount: '117.50',
    itemAmount: '117.50',
    description: 'Two kettles and a teapot',
    item: [
      { name: 'Kettle', description: 'Stovetop, 1.5 l', sku: 'KTL-15', quantity: '2', unitPrice: '40.00' },
      { name: 'Teapot', sku: 'TPT-09', quantity: '1', unitPrice: '37.50' },
    ],
  },
};
