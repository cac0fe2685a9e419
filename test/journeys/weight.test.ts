import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Page, Request } from 'playwright';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../src/web/text/index.ts';
import { WHOLE_BROWSER } from '../browser.ts';
import { AT_LENGTH, itAtLength } from '../support/at-length.ts';
import { comeHome, payByCard } from './form.ts';
import { type Rig, useRig } from './rig.ts';

/** The page with its style, script and icon. */
const REQUESTS_MAX = 3;
/** The size that a phone on a slow connection fetches in a second or two. */
const BYTES_MAX = 16_384;
const BYTES_MIN = 5_000;
/** The extra size for a payer whose bank does not challenge. */
const AUTHENTICATION_BYTES_MAX = 1_024;

/** The headed browser fetches the icon, as payers' browsers do. */
const browser = { executablePath: WHOLE_BROWSER };
const rig = useRig({ browser });
const asking = useRig({ browser, asksBanks: true });

/** @returns the browser's requests for the page, and the bytes of the answers, heads included */
async function firstVisit(page: Page, url: string): Promise<{ asked: readonly Request[]; bytes: number }> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });
  const asked = [...requests];
  const sizes = await Promise.all(asked.map((request) => request.sizes()));
  return { asked, bytes: sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0) };
}

/** A first visit to the form of a new checkout. */
async function visitForm({ stack, shop, payer }: Rig, locale?: string) {
  const { page, complaints } = await payer(locale === undefined ? {} : { locale });
  const { url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  return { page, complaints, ...(await firstVisit(page, url)) };
}

it('the page needs three small requests to our own origin, and never violates its policy', async () => {
  const { page, complaints, asked, bytes } = await visitForm(rig);
  expect(new Set(asked.map((request) => new URL(request.url()).origin))).toEqual(new Set([rig.stack.origin]));
  expect(asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
  expect(asked.map((request) => new URL(request.url()).pathname)).toContain('/favicon.svg');
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  // The form itself is larger than this; a smaller result would mean a failed measurement.
  expect(bytes).toBeGreaterThan(BYTES_MIN);
  await payByCard(page);
  await comeHome(page);
  expect(complaints).toEqual([]);
});

it('the page weighs no more in Greek, whose letters take two bytes each', async () => {
  const { page, bytes } = await visitForm(rig, 'el');
  expect(await page.locator('html').getAttribute('lang')).toBe('el');
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});

/** The document alone, as a browser requests it: all else is the same in every language. */
async function documentIn(locale: string, headers: Readonly<Record<string, string>>) {
  const { url } = await rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  const asked = { ...headers, 'accept-language': locale };
  const sent = get(url, { headers: asked });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  const head = answer.rawHeaders.reduce((sum, part) => sum + part.length, 0);
  return { bytes: head + body.length, text: await (await fetch(url, { headers: asked })).text() };
}

it('the page weighs no more in any language', AT_LENGTH, async () => {
  const { asked, bytes } = await visitForm(rig);
  const headers = (await asked[0]?.allHeaders()) ?? {};
  const measured = await documentIn('en', headers);
  for (const locale of LANGUAGES) {
    const other = await documentIn(locale, headers);
    expect(other.text).toContain(`lang="${locale}"`);
    expect(bytes - measured.bytes + other.bytes, locale).toBeLessThanOrEqual(BYTES_MAX);
  }
});

itAtLength(['en', 'el'], (locale) => locale === 'el')(
  'where a bank may challenge, the page in %s needs no further request, and 1 KB more at most',
  async (locale) => {
    const [unasked, asked] = [await visitForm(rig, locale), await visitForm(asking, locale)];
    // Otherwise no browser data for the bank would be measured.
    expect(await asked.page.locator('[name=browser]').inputValue()).toContain(locale);
    expect(await unasked.page.locator('[name=browser]').count()).toBe(0);
    expect(asked.asked.length).toBe(unasked.asked.length);
    expect(asked.asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
    expect(asked.bytes - unasked.bytes).toBeLessThanOrEqual(AUTHENTICATION_BYTES_MAX);
    expect(asked.bytes).toBeLessThanOrEqual(BYTES_MAX);
  },
);
