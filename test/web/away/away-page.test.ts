/** The page that a proxy shows while no process of the gateway answers, served with 502 at a payer's address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { awayPage } from '../../../src/web/away/away-page.ts';
import { LANGUAGES, textFor } from '../../../src/web/text/index.ts';
import { keptBrowser } from '../../browser.ts';
import { findings } from '../pages/axe.ts';

/** HAProxy's buffer for the whole answer, less its headers. */
const PAGE_BYTES_MAX = 15_000;
const ADDRESS = '/checkout/pay/SESSION000000000000000000000001';

let html: string;
let origin: string;
let isAway = true;
const requests: string[] = [];
const server = createServer(({ method, url }, response) => {
  requests.push(`${method} ${url}`);
  response.writeHead(isAway ? 502 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(isAway ? html : '<h1>The gateway is back</h1>');
});
beforeAll(async () => {
  html = await awayPage();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => {
  isAway = true;
  requests.length = 0;
});

async function opened(
  options: BrowserContextOptions = {},
  address = ADDRESS,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await (await keptBrowser()).newContext({ viewport: { width: 320, height: 640 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!message.text().includes('502')) {
      complaints.push(message.text());
    }
  });
  await page.goto(origin + address);
  return { page, complaints };
}

describe('the away page', () => {
  it('is one file without a request of its own, small enough for HAProxy', async () => {
    expect(Buffer.byteLength(html)).toBeLessThan(PAGE_BYTES_MAX);
    expect(html).not.toMatch(/\b(src|href)="[^"]/);
    const { page } = await opened();
    await page.waitForTimeout(500);
    expect(requests.filter((one) => !one.includes('favicon'))).toEqual([`GET ${ADDRESS}`]);
    await page.context().close();
  });

  it.each(LANGUAGES)(
    'says in %s that the payer need not pay again, with script in this language only',
    async (language) => {
      const { page, complaints } = await opened({ locale: language === 'zh-Hans' ? 'zh-CN' : language });
      const { direction, away } = textFor(language);
      expect(
        await page.locator('html').evaluate((root) => [root.getAttribute('lang'), root.getAttribute('dir')]),
      ).toEqual([language, direction]);
      expect(await page.title()).toBe(away.title);
      expect(
        await page.locator('section:visible').evaluateAll((all) => all.map(({ textContent }) => textContent)),
      ).toEqual([Object.values(away).join('')]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  it('says so in all languages without script, in English first', async () => {
    const { page } = await opened({ javaScriptEnabled: false });
    const languages = await page
      .locator('section:visible')
      .evaluateAll((all) => all.map((one) => one.getAttribute('lang')));
    expect(languages.toSorted()).toEqual(LANGUAGES.toSorted());
    expect(languages[0]).toBe('en');
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('has no finding by axe in the %s scheme', async (colorScheme) => {
    const { page } = await opened({ colorScheme, locale: 'en' });
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  it.each([true, false])(
    'opens the same address with GET once the gateway is back (script: %s)',
    async (javaScriptEnabled) => {
      const { page } = await opened({ javaScriptEnabled }, `${ADDRESS}?step=2${javaScriptEnabled ? '#top' : ''}`);
      isAway = false;
      await page.getByRole('heading', { name: 'The gateway is back' }).waitFor();
      expect(requests.filter((one) => !one.includes('favicon'))).toEqual([
        `GET ${ADDRESS}?step=2`,
        `GET ${ADDRESS}?step=2`,
      ]);
      await page.context().close();
    },
  );
});
