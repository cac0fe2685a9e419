import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type LaunchOptions, type Page, type Request } from 'playwright';
import { kept } from './support/kept.ts';

/** Chromium as root, in a container, without background traffic that a test could mistake for the page's. */
const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  // Without it a separate process emulates a graphics card.
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const BROWSER = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/**
 * Most tests run in the headless shell, if there is one: `scripts/lib/browser.mjs`. The shell keeps a frame of another
 * site in the page's process, and with site isolation it loses presses and pages of such frames: tests about that use
 * the full browser, as payers do.
 */
export const WHOLE_BROWSER = process.env.CHROMIUM_WHOLE_PATH ?? BROWSER;

/** @param options its `args` are added to the default ones */
export function launchBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: [...launchArgs, ...args], ...options });
}

/** The browser that all test files of a worker share; a test's own is its context. */
export const keptBrowser = kept(() => launchBrowser());

/** Much longer than a page takes on this machine. */
const ARRIVAL_MS_MAX = 10_000;

/**
 * Chromium loses the command to close a page that is receiving its next document, and the close then never resolves.
 *
 * @param page that has not navigated yet
 * @returns waits until no document is on its way to the page
 */
export function arrivals(page: Page): () => Promise<void> {
  let arriving = Promise.withResolvers<void>();
  arriving.resolve();
  // A frame's document does not belong to the page, which gets no `load` for it.
  const isOfPage = (request: Request) => {
    try {
      return request.frame() === page.mainFrame();
    } catch {
      // The request came before its frame.
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
    // A navigation to an app, or to an empty answer, does not arrive.
    const late = pause(ARRIVAL_MS_MAX, undefined, { ref: false });
    for (let seen: typeof arriving | undefined; seen !== arriving; await Promise.race([seen.promise, late])) {
      seen = arriving;
    }
  };
}
