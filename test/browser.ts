import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type LaunchOptions, type Page, type Request } from 'playwright';
import { kept } from './support/kept.ts';

/** Chromium as root, in a container, with no traffic of its own that a test could mistake for the page's. */
const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  // Without it a process of its own draws as a graphics card would.
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const BROWSER = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/**
 * Most tests run in one without a window's parts, where there is one: `scripts/lib/browser.mjs`. That one keeps a frame
 * of another site in the page's process, and where it is told not to, loses presses and pages of such frames: tests
 * about that take the whole browser, as payers have it.
 */
export const WHOLE_BROWSER = process.env.CHROMIUM_WHOLE_PATH ?? BROWSER;

/** @param options `args` among them are added to those that every test has */
export function launchBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: [...launchArgs, ...args], ...options });
}

/** The browser that all test files of a worker share; a test's own is its context. */
export const keptBrowser = kept(() => launchBrowser());

/** Far longer than a page of this machine takes. */
const ARRIVAL_MS_MAX = 10_000;

/**
 * Chromium loses the order to close a page whose next document it is just taking in, and who waits for the close waits
 * for ever.
 *
 * @param page that has not been anywhere yet
 * @returns waits until no document is on its way to the page
 */
export function arrivals(page: Page): () => Promise<void> {
  let arriving = Promise.withResolvers<void>();
  arriving.resolve();
  // A frame's document is none of the page's, which has no `load` of its own by it.
  const isOfPage = (request: Request) => {
    try {
      return request.frame() === page.mainFrame();
    } catch {
      // It came before its frame.
      return true;
    }
  };
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || !isOfPage(request)) {
      return;
    }
    const before = arriving;
    arriving = Promise.withResolvers<void>();
    before.resolve();
  });
  page.on('requestfailed', (request) => request.isNavigationRequest() && isOfPage(request) && arriving.resolve());
  page.on('load', () => arriving.resolve());
  page.on('close', () => arriving.resolve());
  return async () => {
    // What leads to an app, or to nothing, never arrives.
    const late = pause(ARRIVAL_MS_MAX, undefined, { ref: false });
    for (let seen: typeof arriving | undefined; seen !== arriving; await Promise.race([seen.promise, late])) {
      seen = arriving;
    }
  };
}
