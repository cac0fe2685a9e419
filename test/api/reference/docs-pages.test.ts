import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_OPERATIONS } from '../../../src/api/reference/documented-operations.ts';
import { keptBrowser } from '../../browser.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { freePorts } from '../../support/ports.ts';
import { runTogether } from '../../support/run-together.ts';
import { findings, findingsInTheDark } from '../../web/pages/axe.ts';
import { oncePerName } from '../../web/pages/once.ts';
import { overflows } from '../../web/pages/overflow.ts';
import { type Visitor, visit } from '../../web/pages/visitor.ts';
import { type Rig, startRig } from '../rest/rig.ts';
import { PAGES } from './addresses.ts';

let rig: Rig;
let browser: Browser;
let origin: string;
/** Shared by the read-only tests. */
let onlooker: Visitor;
/** Shared by the tests without script. */
let scriptless: Visitor;
beforeAll(async () => {
  const [port] = await freePorts(1);
  origin = `http://localhost:${port}`;
  [rig, browser] = await Promise.all([startRig({ PORT: `${port}`, PUBLIC_ORIGIN: origin }), keptBrowser()]);
  [onlooker, scriptless] = await Promise.all([visit(browser), visit(browser, { javaScriptEnabled: false })]);
});
afterAll(async () => {
  await Promise.all([onlooker.close(), scriptless.close()]);
  await rig.close();
});

const openAll = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const one of all) {
      one.toggleAttribute('open', true);
    }
  });

/** Long pages only repeat the same kinds of rows, for which axe takes a minute. */
const SEEN = [
  'contents',
  'a guide',
  'an operation',
  'errors',
  'a comparison',
  'a comparison that cannot be made',
  'a search',
];

const isQuick = (name: string) => ['contents', 'a guide', 'an operation'].includes(name);

const WIDTHS = [320, 390, 834, 1440];

/** A page of the reference with everything open: in every width, and by axe in both schemes if it is in `SEEN`. */
const lookAt = oncePerName(async (name) => {
  await onlooker.renew();
  const { page, complaints } = onlooker;
  await open(page, PAGES[name] ?? '');
  await openAll(page);
  const seen = SEEN.includes(name) ? { light: await findings(page), dark: await findingsInTheDark(page) } : undefined;
  return { ...seen, excess: await overflows(page, WIDTHS), complaints: [...complaints] };
});

itAtLength(SEEN, isQuick)('%s is free of findings by axe, and of violations of its policy', async (name) => {
  const { light, complaints } = await lookAt(name);
  expect(light).toEqual([]);
  expect(complaints).toEqual([]);
});

itAtLength(SEEN, isFirst)('%s has enough contrast in the dark scheme', async (name) => {
  expect((await lookAt(name)).dark).toEqual([]);
});

itAtLength(Object.keys(PAGES), isQuick)('%s is no wider than its window, with everything open', async (name) => {
  for (const [width, excess] of (await lookAt(name)).excess) {
    expect(excess, `${width} pixels`).toBe(0);
  }
});

/** A client that is rate-limited waits and retries. */
const BUSY = 503;
const PAUSE_MS = 200;

async function patient<T extends { status: number | (() => number) } | null>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    const status = typeof answer?.status === 'function' ? answer.status() : answer?.status;
    if (status !== BUSY) {
      return answer;
    }
    await setTimeout(PAUSE_MS);
  }
}

const answerTo = (address: string) => patient(() => fetch(origin + address));
const open = (page: Page, address: string) => patient(() => page.goto(origin + address));

const textOf = async (address: string) => (await answerTo(address)).text();

/** Linked pages, each fetched once. */
const linked = new Map<string, Promise<{ status: number; text: string }>>();
function linkedPage(path: string): Promise<{ status: number; text: string }> {
  const fetched =
    linked.get(path) ?? answerTo(path).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
  linked.set(path, fetched);
  return fetched;
}
const found = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');

describe('every page', () => {
  it.each([...Object.values(PAGES), ...DOCUMENTED_OPERATIONS.map((name) => `/docs/operations/${name}`)])(
    '%s has its headings in order and its ids once, and never shows "undefined"',
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

  it.each([...Object.values(PAGES), ...DOCUMENTED_OPERATIONS.map((name) => `/docs/operations/${name}`)])(
    '%s runs no two words together',
    async (address) => {
      expect(runTogether((await linkedPage(address)).text)).toEqual([]);
    },
  );

  it.each(['/docs', '/docs/operations/CAPTURE'])(
    '%s lets a narrow screen break an address at its slashes',
    async (page) => {
      const { text } = await linkedPage(page);
      expect(text.includes('order/<wbr>{orderId}/<wbr>transaction/<wbr>{transactionId}')).toBe(true);
    },
  );

  it.each(Object.values(PAGES))('%s links to existing pages and rows', async (address) => {
    const html = await textOf(address);
    const links = [...html.matchAll(/href="(\/docs[^"#]*)(?:#([^"]*))?"/g)].map(([, path, id]) => ({
      path: path!,
      id,
    }));
    const lost: string[] = [];
    for (const { path, id } of links) {
      const { status, text } = await linkedPage(path);
      expect(status, path).toBe(200);
      if (id !== undefined && !text.includes(`id="${id}"`)) {
        lost.push(`${path}#${id}`);
      }
    }
    expect(lost).toEqual([]);
  });

  it.each(Object.values(PAGES))(
    '%s has the strict policy, is cacheable for minutes, and sets no cookie',
    async (address) => {
      const response = await answerTo(address);
      expect(response.status).toBe(200);
      const { headers } = response;
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('public, max-age=300');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('set-cookie')).toBeNull();
      const html = await response.text();
      const style = /<style>((?:(?!<style)[\s\S])*?)<\/style>(?=<\/head>)/.exec(html) ?? expect.fail('no style');
      const hash = createHash('sha256')
        .update(style[1] ?? '')
        .digest('base64');
      expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
      expect(
        html
          .replace(style[0], '')
          .match(/<style|\sstyle=|<script|<[^>]*\son\w+=|(?:src|href|action)="(?!\/|#)[^"]*/i)?.[0],
      ).toBeUndefined();
    },
  );
});

it('a page is the same with compression and without', async () => {
  const texts = await Promise.all(
    ['gzip', 'identity', 'gzip;q=0'].map(async (encoding) => {
      const response = await fetch(`${origin}/docs/errors`, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
      return response.text();
    }),
  );
  expect(new Set(texts).size).toBe(1);
});

it('serves the OpenAPI document to tools', async () => {
  const response = await fetch(`${origin}/docs/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
});

it.each(['NOPE', 'toString', '%3Cscript%3E', 'authorize'])(
  'an unknown operation, %s, shows the page for 404',
  async (name) => {
    const response = await fetch(`${origin}/docs/operations/${name}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

it('a page escapes markup in a search', async () => {
  const hostile = `"><script>alert(1)</script>{{7*7}}`;
  await onlooker.renew();
  const { page, complaints } = onlooker;
  await open(page, `/docs/search?q=${encodeURIComponent(hostile)}`);
  expect(await page.locator('#search-question').inputValue()).toBe(hostile);
  expect(await page.locator('script').count()).toBe(0);
  await open(page, `/docs/changes?operation=${encodeURIComponent(hostile)}&from=${encodeURIComponent(hostile)}`);
  expect(await page.locator('#compare-from').inputValue()).toBe(hostile);
  expect(complaints).toEqual([]);
});

describe('a reader without script', () => {
  /** The rate limit on searches is per second; the tests before this one requested every page. */
  const OF_QUESTIONS_MS = 1_000;
  beforeAll(() => setTimeout(OF_QUESTIONS_MS));

  it('searches, follows a field to its row, which opens, and returns to the operations', async () => {
    const { page } = scriptless;
    await open(page, `/docs`);
    await page.getByRole('searchbox').fill('airline carrierCode');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'airline.itinerary.leg[n].carrierCode', exact: true }).click();
    await page.locator('[id="request.airline.itinerary.leg.carrierCode"]').waitFor({ state: 'visible' });
    await page.getByRole('link', { name: 'Operations' }).first().click();
    await page.waitForURL(`${origin}/docs`);
  });

  it('compares two versions', AT_LENGTH, async () => {
    const { page } = scriptless;
    await open(page, `/docs/changes`);
    await page.getByLabel('Operation', { exact: true }).selectOption('PAY');
    await page.getByLabel('From version').fill('33');
    await page.getByLabel('To version').fill('34');
    await page.getByRole('button', { name: 'Compare' }).click();
    const row = page.getByRole('row', { name: /order\.taxRegistrationId.*Changed/ }).first();
    await row.waitFor();
    expect(await row.textContent()).toContain('1 to 20 characters');
  });

  it('reaches every control by the keyboard, the content first', async () => {
    const { page } = scriptless;
    await open(page, `/docs/operations/VOID`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#content$/);
    await page.keyboard.press('Tab');
    const focused = await page.locator(':focus').textContent();
    expect(focused).toBe('Operations');
  });
});

it('a linked row is the only one of its group to be marked, and its group is open', async () => {
  const { page } = onlooker;
  await open(page, `/docs/operations/CAPTURE#request.airline.itinerary.leg.carrierCode`);
  const row = page.locator('tr:target');
  await row.waitFor({ state: 'visible' });
  expect(await row.count()).toBe(1);
  expect(await page.locator('details.section[open] tr:target').count()).toBe(1);
});
