import type { Page, Request } from 'playwright';
import { expect, it } from 'vitest';
import { comeHome, payByCard } from './form.ts';
import { useRig } from './rig.ts';

/** Page, style, script and icon. */
const REQUESTS_MAX = 4;
/** What a phone on a poor line fetches in a second or two. */
const BYTES_MAX = 16_384;
const BYTES_MIN = 5_000;

const rig = useRig();

/** @returns what a browser asked for to show the page, and the bytes of the answers, heads included */
async function firstVisit(page: Page, url: string): Promise<{ asked: readonly Request[]; bytes: number }> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });
  const asked = [...requests];
  const sizes = await Promise.all(asked.map((request) => request.sizes()));
  return { asked, bytes: sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0) };
}

it('the page is four small requests to our own origin, and breaks no policy to the end', async () => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer();
  const { url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  const { asked, bytes } = await firstVisit(page, url);
  expect(new Set(asked.map((request) => new URL(request.url()).origin))).toEqual(new Set([stack.origin]));
  expect(asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  // The form itself is more than this: nothing would be measured otherwise.
  expect(bytes).toBeGreaterThan(BYTES_MIN);
  await payByCard(page);
  await comeHome(page);
  expect(complaints).toEqual([]);
});

it('the page is as small in Greek, whose texts weigh most', async () => {
  const { page } = await rig.payer({ locale: 'el' });
  const { url } = await rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  const { bytes } = await firstVisit(page, url);
  expect(await page.locator('html').getAttribute('lang')).toBe('el');
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});
