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

const sizeOf = async (request: Request): Promise<number> => {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return responseBodySize + responseHeadersSize;
};

/** @returns the browser's requests for the page, and the bytes of the answers with and without the document */
async function firstVisit(page: Page, url: string) {
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  // A browser may ask for the icon after everything else.
  const icon = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/favicon.svg'));
  await page.goto(url, { waitUntil: 'networkidle' });
  await icon;
  const [document = 0, ...others] = await Promise.all(asked.map(sizeOf));
  const rest = others.reduce((sum, size) => sum + size, 0);
  return { asked, rest, bytes: document + rest };
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
async function documentIn({ stack, shop }: Rig, locale: string, headers: Readonly<Record<string, string>>) {
  const { url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  const asked = { ...headers, 'accept-language': locale };
  const sent = get(url, { headers: asked });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  const { rawHeaders, httpVersion, statusCode, statusMessage } = answer;
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  const head = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
  return { bytes: head.length + body.length, text: await (await fetch(url, { headers: asked })).text() };
}

it('the page weighs no more in any language', AT_LENGTH, async () => {
  const { asked, rest } = await visitForm(rig);
  const headers = (await asked[0]?.allHeaders()) ?? {};
  for (const locale of LANGUAGES) {
    const { bytes, text } = await documentIn(rig, locale, headers);
    expect(text).toContain(`lang="${locale}"`);
    expect(rest + bytes, locale).toBeLessThanOrEqual(BYTES_MAX);
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
    expect(asked.bytes).toBeLessThanOrEqual(BYTES_MAX);
    const [ofRig, ofAsking] = await Promise.all(
      [unasked, asked].map(async (visit) => (await visit.asked[0]?.allHeaders()) ?? {}),
    );
    // A page that was shown before comes from its template, which packs less densely than a first rendering.
    const more = async () => {
      const [one, other] = [await documentIn(asking, locale, ofAsking!), await documentIn(rig, locale, ofRig!)];
      expect(other.text).toContain(`lang="${locale}"`);
      return one.bytes - other.bytes;
    };
    await expect.poll(more).toBeLessThanOrEqual(AUTHENTICATION_BYTES_MAX);
  },
);
