import type { Request } from 'playwright';
import { expect, it } from 'vitest';
import { comeHome, payByCard } from './form.ts';
import { useRig } from './rig.ts';

/** Page, style, script and icon. */
const REQUESTS_MAX = 4;
/** What a phone on a poor line fetches in a second or two. */
const BYTES_MAX = 16_384;
const BYTES_MIN = 5_000;

const rig = useRig();

it('the page is four small requests to our own origin, and breaks no policy to the end', async () => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer();
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const { url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await page.goto(url, { waitUntil: 'networkidle' });
  const asked = [...requests];
  expect(new Set(asked.map((request) => new URL(request.url()).origin))).toEqual(new Set([stack.origin]));
  expect(asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
  const sizes = await Promise.all(asked.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  // The form itself is more than this: nothing would be measured otherwise.
  expect(bytes).toBeGreaterThan(BYTES_MIN);
  await payByCard(page);
  await comeHome(page);
  expect(complaints).toEqual([]);
});
