import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED } from '../../src/docs/documented.ts';
import { launchBrowser } from '../browser.ts';
import { visit } from '../pages/visitor.ts';
import { type Rig, startRig } from '../rest/rig.ts';
import { freePorts } from '../support/ports.ts';
import { PAGES } from './addresses.ts';

let rig: Rig;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  const [port] = await freePorts(1);
  origin = `http://localhost:${port}`;
  [rig, browser] = await Promise.all([startRig({ PORT: `${port}`, PUBLIC_ORIGIN: origin }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await rig.close();
});

const openAll = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const one of all) one.toggleAttribute('open', true);
  });

/** Long pages have more of the same, for which axe takes a minute. */
const SEEN = ['contents', 'an operation', 'errors', 'a comparison', 'a comparison that cannot be made', 'a search'];

it.each(SEEN)('%s is free of findings by axe, and of violations of its policy', async (name) => {
  const { page, complaints, close } = await visit(browser);
  await page.goto(origin + PAGES[name]);
  await openAll(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(told(violations)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it.each(SEEN)('%s can be read in the dark scheme', async (name) => {
  const { page, close } = await visit(browser, { colorScheme: 'dark' });
  await page.goto(origin + PAGES[name]);
  await openAll(page);
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']).analyze();
  expect(told(violations)).toEqual([]);
  await close();
});

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

const told = (violations: Violations) =>
  violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html.slice(0, 200))
        .slice(0, 3)
        .join(' ')}`,
  );

const WIDTHS = [320, 390, 834, 1440];

it.each(Object.entries(PAGES))('%s is no wider than its window, with everything open', async (_name, address) => {
  const { page, close } = await visit(browser);
  await page.goto(origin + address);
  await openAll(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, `${width} pixels`).toBeLessThanOrEqual(0);
  }
  await close();
});

const textOf = async (address: string) => (await fetch(origin + address)).text();
const found = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');

describe('every page', () => {
  it.each([...Object.values(PAGES), ...DOCUMENTED.map((name) => `/docs/operations/${name}`)])(
    '%s has its headings in order and its ids once, and says nothing undefined',
    async (address) => {
      const html = await textOf(address);
      const levels = found(html, /<h([1-6])[ >]/g).map(Number);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([]);
      const ids = found(html, /\sid="([^"]+)"/g);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      expect(found(html, /href="#([^"]+)"/g).filter((id) => !ids.includes(id))).toEqual([]);
      expect(found(html.replace(/<[^>]*>/g, ' '), /(undefined|\[object|NaN)/g)).toEqual([]);
    },
  );

  it.each(Object.values(PAGES))('%s links to pages and rows that are there', async (address) => {
    const html = await textOf(address);
    const links = [...html.matchAll(/href="(\/docs[^"#]*)(?:#([^"]*))?"/g)].map(([, path, id]) => ({
      path: path!,
      id,
    }));
    const targets = new Map<string, string>();
    const lost: string[] = [];
    for (const { path, id } of links) {
      if (!targets.has(path)) {
        const response = await fetch(origin + path);
        expect(response.status, path).toBe(200);
        targets.set(path, await response.text());
      }
      if (id !== undefined && !targets.get(path)?.includes(`id="${id}"`)) lost.push(`${path}#${id}`);
    }
    expect(lost).toEqual([]);
  });

  it.each(Object.values(PAGES))(
    '%s comes with the strict policy, may be kept for minutes, and sets no cookie',
    async (address) => {
      const response = await fetch(origin + address);
      expect(response.status).toBe(200);
      const { headers } = response;
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('public, max-age=300');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('set-cookie')).toBeNull();
      const html = await response.text();
      expect(
        html.match(/<style|\sstyle=|<script|<[^>]*\son\w+=|(?:src|href|action)="(?!\/|#)[^"]*/i)?.[0],
      ).toBeUndefined();
    },
  );
});

it('answers the same whether it is sent packed or not', async () => {
  const texts = await Promise.all(
    ['gzip', 'identity'].map(async (encoding) => {
      const response = await fetch(`${origin}/docs/errors`, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
      return response.text();
    }),
  );
  expect(texts[0]).toBe(texts[1]);
});

it('serves the OpenAPI document to tools', async () => {
  const response = await fetch(`${origin}/docs/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
});

it.each(['NOPE', 'toString', '%3Cscript%3E', 'authorize'])(
  'an operation that it does not have, %s, is the page for what is not found',
  async (name) => {
    const response = await fetch(`${origin}/docs/operations/${name}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

it('shows markup in a question as text', async () => {
  const hostile = `"><script>alert(1)</script>{{7*7}}`;
  const { page, complaints, close } = await visit(browser);
  await page.goto(`${origin}/docs/search?q=${encodeURIComponent(hostile)}`);
  expect(await page.locator('#search-question').inputValue()).toBe(hostile);
  expect(await page.locator('script').count()).toBe(0);
  await page.goto(
    `${origin}/docs/changes?operation=${encodeURIComponent(hostile)}&from=${encodeURIComponent(hostile)}`,
  );
  expect(await page.locator('#compare-from').inputValue()).toBe(hostile);
  expect(complaints).toEqual([]);
  await close();
});

describe('a reader without script', () => {
  it('searches, follows a field to its row, which opens, and comes back to the operations', async () => {
    const { page, close } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${origin}/docs`);
    await page.getByRole('searchbox').fill('airline carrierCode');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'airline.itinerary.leg[n].carrierCode', exact: true }).click();
    await page.locator('[id="request.airline.itinerary.leg.carrierCode"]').waitFor({ state: 'visible' });
    await page.getByRole('link', { name: 'Operations' }).first().click();
    await page.waitForURL(`${origin}/docs`);
    await close();
  });

  it('compares two versions', async () => {
    const { page, close } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${origin}/docs/changes`);
    await page.getByLabel('Operation', { exact: true }).selectOption('PAY');
    await page.getByLabel('From version').fill('33');
    await page.getByLabel('To version').fill('34');
    await page.getByRole('button', { name: 'Compare' }).click();
    const row = page.getByRole('row', { name: /order\.taxRegistrationId.*Changed/ }).first();
    await row.waitFor();
    expect(await row.textContent()).toContain('1 to 20 characters');
    await close();
  });

  it('reaches everything by the keyboard, the content first', async () => {
    const { page, close } = await visit(browser, { javaScriptEnabled: false });
    await page.goto(`${origin}/docs/operations/VOID`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#content$/);
    await page.keyboard.press('Tab');
    const focused = await page.locator(':focus').textContent();
    expect(focused).toBe('Operations');
    await close();
  });
});

it('a row that is led to is the only one of its group to be marked, and its group is open', async () => {
  const { page, close } = await visit(browser);
  await page.goto(`${origin}/docs/operations/CAPTURE#request.airline.itinerary.leg.carrierCode`);
  const row = page.locator('tr:target');
  await row.waitFor({ state: 'visible' });
  expect(await row.count()).toBe(1);
  expect(await page.locator('details.section[open] tr:target').count()).toBe(1);
  await close();
});
