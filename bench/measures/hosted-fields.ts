/**
 * The cost of hosted fields for a payer's browser, on a processor slowed down four times and on slow 4G: the time until
 * all fields are usable, compared with the load of the shop's page; the length of tasks, and layout shift. These are
 * compared with the same page without the script. The visits of both pages alternate, each time with an empty cache.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import type { Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import type { ConstantPage } from '../processes/constant-page.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { MERCHANT_HEADERS, MERCHANT_PATH } from '../processes/gateway.ts';
import type { Measured, Table } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';

const CPU_SLOWDOWN = 4;
/** The values of Lighthouse's "slow 4G" for DevTools, which applies them to each request. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 } as const;
const USABLE_RATIO_MAX = 1.2;
const LONG_TASK_MS = 50;
/** Time for deferred work of scripts after the fields are ready. */
const SETTLE_MS = 500;

interface Visit {
  /** Milliseconds from the navigation to the page's `load`, and to the callback that reports every field as ready. */
  readonly loadMs: number;
  readonly usableMs: number;
  readonly longestTaskMs: number;
  readonly shift: number;
}

export async function measureHostedFields(bench: Workbench, { pageLoads }: Plan): Promise<Measured> {
  const { world } = await bench.world();
  const gateway = await bench.gateway(world);
  const [page, bare] = [
    await shopPage(bench, 'fields', gateway.origin, await newSession(gateway.origin)),
    await shopPage(bench, 'bare', gateway.origin, undefined),
  ];
  const browser = await chromium.launch({
    executablePath: await findBrowser(process.execPath),
    // Runs frames of another site in the page's process, like a phone with little memory. In processes of their own
    // DevTools would slow them down only after their start.
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-site-isolation-trials',
      '--disable-features=IsolateOrigins,site-per-process',
    ],
  });
  const fields: Visit[] = [];
  const without: Visit[] = [];
  try {
    // The first visit of each page does not count, because the browser compiles its own code.
    for (let turn = 0; turn <= pageLoads; turn += 1) {
      const [ours, theirs] = [await visit(browser, page), await visit(browser, bare)];
      if (turn > 0) {
        fields.push(ours);
        without.push(theirs);
      }
    }
  } finally {
    await browser.close();
    await bench.stopAll();
  }
  const usable = median(fields.map(({ usableMs, loadMs }) => usableMs / loadMs));
  const longest = median(fields.map(({ longestTaskMs }) => longestTaskMs));
  const shift = Math.max(...fields.map((one) => one.shift));
  return {
    name: 'hosted-fields',
    tables: [table(fields, without, pageLoads)],
    marks: [
      {
        what: 'fields usable to the load of their page',
        value: rounded(usable, 2),
        unit: '',
        atMost: USABLE_RATIO_MAX,
      },
      { what: 'longest task of a page with fields', value: rounded(longest, 0), unit: ' ms', atMost: LONG_TASK_MS },
      { what: 'layout shift by fields', value: rounded(shift, 3), unit: '', atMost: 0 },
    ],
    data: { fields, without },
  };
}

function table(fields: readonly Visit[], without: readonly Visit[], loads: number): Table {
  const row = (name: string, visits: readonly Visit[]) => [
    name,
    whole(median(visits.map(({ loadMs }) => loadMs))),
    whole(median(visits.map(({ usableMs }) => usableMs))),
    whole(median(visits.map(({ longestTaskMs }) => longestTaskMs))),
    whole(Math.max(...visits.map(({ longestTaskMs }) => longestTaskMs))),
    fixed(Math.max(...visits.map(({ shift }) => shift)), 3),
  ];
  return {
    title: `Hosted fields in Chromium, processor slowed down ${CPU_SLOWDOWN} times, slow 4G; medians of ${loads} first visits by turns`,
    head: ['', 'page load ms', 'usable ms', 'longest task ms', 'at most', 'shift at most'],
    rows: [row('with session.js', fields), row('the same page without', without)],
    notes: ['Usable: all five fields are there and the page was told. A task of less than 50 ms counts as 0.'],
  };
}

async function newSession(origin: string): Promise<string> {
  const { body } = await fetchOnce(`${origin}${MERCHANT_PATH}/session`, {
    method: 'POST',
    headers: MERCHANT_HEADERS,
    body: '{}',
  });
  return (JSON.parse(body.toString()) as { session: { id: string } }).session.id;
}

const FIELDS = ['number', 'expiryMonth', 'expiryYear', 'securityCode', 'nameOnCard'];

/** @returns the address of a shop's page, on another site than the gateway's */
async function shopPage(
  bench: Workbench,
  name: string,
  gatewayOrigin: string,
  session: string | undefined,
): Promise<string> {
  const selectors = Object.fromEntries(FIELDS.map((field) => [field, `#${field}`]));
  const configuration = JSON.stringify({ session, fields: { card: selectors } });
  const scripts =
    session === undefined
      ? '<script>addEventListener("load", () => { seen.usableMs = performance.now(); });</script>'
      : `<script src="${gatewayOrigin}/form/version/100/merchant/TESTSHOP/session.js"></script><script>
        PaymentSession.configure({ ...${configuration}, callbacks: { initialized({ status }) {
          if (status === 'ok') seen.usableMs = performance.now();
        } } });</script>`;
  const inputs = FIELDS.map((field) => `<p><label>${field} <input id="${field}" readonly></label></p>`).join('');
  const page: ConstantPage = {
    path: '/',
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
      <style>body { font: 16px sans-serif } input { width: 100%; padding: 12px }</style>
      <h1>Pay</h1><form>${inputs}<button>Pay</button></form>${scripts}</html>`,
    ).toString('base64'),
  };
  const file = join(bench.newFolder(`${name}-shop-data`), 'page.json');
  writeFileSync(file, JSON.stringify(page));
  const entry = new URL('../processes/constant-page.ts', import.meta.url);
  const { port } = await bench.start({ name: `${name} shop`, entry, args: [file] }).message(isListening);
  return `http://localhost:${port}/`;
}

/** One first visit of the page, on a screen of a phone's size. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'load' });
    // Playwright's own waits would run 300 KB of script in the page.
    while ((await page.evaluate(() => (globalThis as unknown as { seen: Visit }).seen.usableMs)) === 0) {
      await page.waitForTimeout(SETTLE_MS);
    }
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => {
      const [{ loadEventStart } = { loadEventStart: 0 }] = performance.getEntriesByType(
        'navigation',
      ) as PerformanceNavigationTiming[];
      return { ...(globalThis as unknown as { seen: Visit }).seen, loadMs: loadEventStart };
    });
  } finally {
    await context.close();
  }
}

/** Runs in the page and in its frames, which share its tasks. */
function observe(): void {
  const seen = { usableMs: 0, longestTaskMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const watch = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  };
  watch('longtask', ({ duration }) => {
    seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
  });
  watch('layout-shift', ({ value = 0 }) => {
    seen.shift += value;
  });
}
