import { expect, it } from 'vitest';
import { heading, payByCard } from './form.ts';
import { useRig } from './rig.ts';

/** Page, style, script and icon. */
const REQUESTS_MAX = 4;
/** What a phone on a poor line fetches in a second or two. */
const BYTES_MAX = 40_000;

const rig = useRig();

it('the page is four small requests to our own origin, and breaks no policy to the end', async () => {
  const { stack, shop } = rig;
  const { page, complaints, requests } = await rig.payer();
  const { url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await page.goto(url, { waitUntil: 'networkidle' });
  expect(requests.map((request) => new URL(request.url).origin).filter((origin) => origin !== stack.origin)).toEqual([]);
  expect(requests.length).toBeLessThanOrEqual(REQUESTS_MAX);
  expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(BYTES_MAX);
  await payByCard(page);
  await heading(page, 'Back at the shop');
  expect(complaints).toEqual([]);
});
