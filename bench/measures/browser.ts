/**
 * The cost of the hosted page for a payer's browser, on a processor slowed down four times: blocking time of tasks,
 * largest contentful paint, and layout shift. It is compared with the same HTML without script, from a server that only
 * serves it with the page's headers: the opener policy makes the browser switch processes, as after a link from a shop.
 * The visits of both pages alternate, each time with an empty cache.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import type { Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import type { ConstantPage } from '../processes/constant-page.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { HOST } from '../processes/gateway.ts';
import type { Measured, Table } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { newCheckout } from './checkout.ts';
import { pageHeadersOf } from './page-headers.ts';

const CPU_SLOWDOWN = 4;
const BLOCKING_MS_MAX = 0;
const PAINT_RATIO_MAX = 1.15;
/** Web Vitals: the part of a task beyond this time counts as blocking. */
const LONG_TASK_MS = 50;
/** Time after the load for deferred work of scripts. */
const SETTLE_MS = 500;

interface Network {
  readonly name: string;
  /** Parameters of `Network.emulateNetworkConditions` of the DevTools protocol: ms and bytes a second. */
  readonly conditions?: {
    readonly latency: number;
    readonly downloadThroughput: number;
    readonly uploadThroughput: number;
  };
}

const NETWORKS = [
  { name: 'this machine' },
  {
    // The values of Lighthouse's "slow 4G" for DevTools, which applies them to each request.
    name: 'slow 4G',
    conditions: { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 },
  },
] as const satisfies readonly Network[];

interface Load {
  readonly blockingMs: number;
  readonly paintMs: number;
  readonly shift: number;
}

export async function measureBrowser(bench: Workbench, { pageLoads }: Plan): Promise<Measured> {
  const { world } = await bench.world();
  const gateway = await bench.gateway(world);
  const url = gateway.origin + (await newCheckout(gateway.origin));
  const yardstick = await yardstickFor(bench, url);
  const browser = await chromium.launch({
    executablePath: await findBrowser(process.execPath),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  const results = [];
  try {
    for (const network of NETWORKS) {
      results.push({ network, ...(await byTurns(browser, network, url, yardstick, pageLoads)) });
    }
  } finally {
    await browser.close();
    await bench.stopAll();
  }
  const [here, slow] = results.map(({ page, bare }) => median(times(page)) / median(times(bare)));
  const blockingMs = Math.max(...results.map(({ page }) => median(page.map((load) => load.blockingMs))));
  return {
    name: 'browser',
    tables: [table(results, pageLoads)],
    marks: [
      { what: 'blocking time', value: rounded(blockingMs, 0), unit: ' ms', atMost: BLOCKING_MS_MAX },
      { what: 'largest paint to the bare page', value: rounded(here ?? 0, 2), unit: '', atMost: PAINT_RATIO_MAX },
      { what: 'likewise on slow 4G', value: rounded(slow ?? 0, 2), unit: '', atMost: PAINT_RATIO_MAX },
    ],
    data: { results },
  };
}

function table(
  results: readonly { network: Network; page: readonly Load[]; bare: readonly Load[] }[],
  loads: number,
): Table {
  const row = (name: string, network: Network, some: readonly Load[]) => [
    `${name}, ${network.name}`,
    whole(median(some.map(({ blockingMs }) => blockingMs))),
    whole(Math.max(...some.map(({ blockingMs }) => blockingMs))),
    whole(median(times(some))),
    fixed(Math.max(...some.map(({ shift }) => shift)), 3),
  ];
  return {
    title: `The hosted page in Chromium, processor slowed down ${CPU_SLOWDOWN} times; medians of ${loads} first visits by turns`,
    head: ['', 'blocking ms', 'at most', 'largest paint ms', 'shift at most'],
    rows: results.flatMap(({ network, page, bare }) => [
      row('gateway', network, page),
      row('style inline, no script', network, bare),
    ]),
    notes: [],
  };
}

function times(loads: readonly Load[]): number[] {
  return loads.map(({ paintMs }) => paintMs);
}

/** The page's HTML without its script, on a server of its own. @returns its address */
async function yardstickFor(bench: Workbench, url: string): Promise<string> {
  const fetched = await fetchOnce(url, { headers: { accept: 'text/html' } });
  const bare = fetched.body.toString().replace(/<script\b[^>]*>.*?<\/script>/gs, '');
  const page: ConstantPage = {
    path: '/',
    headers: { ...pageHeadersOf(fetched), 'content-encoding': 'gzip' },
    body: gzipSync(bare).toString('base64'),
  };
  const file = join(bench.newFolder('bare-page-data'), 'page.json');
  writeFileSync(file, JSON.stringify(page));
  const entry = new URL('../processes/constant-page.ts', import.meta.url);
  const { port } = await bench.start({ name: 'bare page', entry, args: [file] }).message(isListening);
  return `http://${HOST}:${port}/`;
}

async function byTurns(
  browser: Browser,
  network: Network,
  pageUrl: string,
  bareUrl: string,
  loads: number,
): Promise<{ page: Load[]; bare: Load[] }> {
  const page: Load[] = [];
  const bare: Load[] = [];
  // The first visit of each page does not count, because the browser compiles its own code.
  for (let turn = 0; turn <= loads; turn += 1) {
    const [ours, theirs] = [await visit(browser, network, pageUrl), await visit(browser, network, bareUrl)];
    if (turn > 0) {
      page.push(ours);
      bare.push(theirs);
    }
  }
  return { page, bare };
}

/** One first visit of the page, on a screen of a phone's size. */
async function visit(browser: Browser, { conditions }: Network, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    if (conditions !== undefined) {
      await devTools.send('Network.enable');
      await devTools.send('Network.emulateNetworkConditions', { offline: false, ...conditions });
    }
    await page.addInitScript(observe, LONG_TASK_MS);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => (globalThis as unknown as { seen: Load }).seen);
  } finally {
    await context.close();
  }
}

/** Collects the measured values. It runs in the page. */
function observe(longTaskMs: number): void {
  const seen = { blockingMs: 0, paintMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const watch = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  };
  watch('longtask', ({ duration }) => {
    seen.blockingMs += duration - longTaskMs;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.paintMs = startTime;
  });
  watch('layout-shift', ({ value = 0 }) => {
    seen.shift += value;
  });
}
