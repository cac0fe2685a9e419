import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, textFor } from '../../src/text/index.ts';
import { launchBrowser } from '../browser.ts';
import { everyPage } from './every-page.ts';
import { donePage, payPage, problemPage, shop } from './fixtures.ts';
import { type Preview, startPreview } from './preview.ts';
import { visit } from './visitor.ts';

const address = '/checkout/pay/SESSION000000000000000000000001';

/** The whole page, as sent: what a phone on a bad line can load before its payer gives up. */
const pageBytesMax = 40 * 1024;
const requestsMax = 4;

let preview: Preview;
let browser: Browser;

beforeAll(async () => {
  [preview, browser] = await Promise.all([startPreview(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await preview.close();
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  it.each(Object.entries(everyPage))(
    '%s is free of findings by axe, and of violations of its policy',
    async (_name, model) => {
      const { page, complaints, close } = await visit(browser, { colorScheme });
      preview.show(model);
      await page.goto(preview.origin + address);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

const smallestWindow = { width: 320, height: 640 };

it.each(LANGUAGES)('every page says in %s what it has to say, within a window of 320 pixels', async (locale) => {
  const { page, complaints, close } = await visit(browser, { viewport: smallestWindow });
  for (const [name, model] of Object.entries(everyPage)) {
    preview.show({ ...model, locale });
    await page.goto(preview.origin + address);
    const seen = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      headings: document.querySelectorAll('h1').length,
      excess: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    }));
    expect(seen, name).toEqual({ lang: locale, dir: textFor(locale).direction, headings: 1, excess: 0 });
    expect(await page.locator('body').textContent(), name).not.toMatch(/\{\w+\}|undefined|\[object/);
  }
  expect(complaints).toEqual([]);
  await close();
});

it.each([390, 640, 834, 1280])('no page is wider than a window of %i pixels', async (width) => {
  const { page, close } = await visit(browser, { viewport: { width, height: 800 } });
  for (const [name, model] of Object.entries(everyPage)) {
    preview.show(model);
    await page.goto(preview.origin + address);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, name).toBeLessThanOrEqual(0);
  }
  await close();
});

it.each([
  ['pay', payPage()],
  ['receipt', donePage('receipt')],
  ['status', everyPage.statusPaid!],
] as const)('the whole %s page is four requests and 40 KB', async (_name, model) => {
  const { page, requests, close } = await visit(browser);
  preview.show(model);
  await page.goto(preview.origin + address, { waitUntil: 'networkidle' });
  // The browser may fetch the icon without telling; it counts as asked for.
  const urls = new Set([...requests.map(({ url }) => url), `${preview.origin}/favicon.svg`]);
  expect(urls.size).toBeLessThanOrEqual(requestsMax);
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(pageBytesMax);
  await close();
});

it('answers with the status that the server chose, page and all', async () => {
  for (const status of [404, 500, 503]) {
    preview.show(problemPage('error'), status);
    const response = await fetch(preview.origin + address);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('Something went wrong on our side');
  }
});

it('answers a POST with a page as well', async () => {
  preview.show(payPage({ errors: { number: 'invalid' } }), 422);
  const response = await fetch(preview.origin + address, {
    method: 'POST',
    body: new URLSearchParams({ number: '1' }),
  });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('This card number is not right.');
});

it('shows markup in the texts of a merchant as text', async () => {
  const hostile = '<img src=x onerror="alert(1)"></script><script>alert(2)</script>\'"`{{7*7}}';
  const { page, complaints, close } = await visit(browser);
  preview.show(
    payPage({
      shop: {
        ...shop,
        name: hostile,
        addressLines: [hostile],
        email: hostile,
        phone: hostile,
        supportUrl: 'javascript:alert(3)',
        color: hostile,
      },
      summary: {
        orderId: hostile,
        reference: `r${hostile}`,
        description: hostile,
        lines: [
          {
            name: hostile,
            description: hostile,
            quantity: hostile,
            total: { value: '1', currency: 'EUR', exponent: 2 },
          },
        ],
        subtotals: [],
      },
      kept: { nameOnCard: hostile, expiry: hostile },
    }),
  );
  await page.goto(preview.origin + address);
  expect(await page.locator('.shop-name').textContent()).toBe(hostile);
  expect(await page.locator('#card-nameOnCard').inputValue()).toBe(hostile);
  expect(await page.locator('img, script:not([src])').count()).toBe(0);
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('carries no inline style and no inline script in any page', async () => {
  for (const model of Object.values(everyPage)) {
    preview.show(model);
    const html = await (await fetch(preview.origin + address)).text();
    expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=|data:/i);
  }
});
