/** A payer's browser that records the requests of its pages and the violations of their policy. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { arrivals } from '../../browser.ts';

/** The time limit of an expected event; generous, because machines that run tests are busy. */
export const patience = { timeout: 15_000 };

/** The site of the shop in every page's fixture. */
export const SHOP = 'https://harbourlane.example';
const VIEWPORT = { width: 1280, height: 800 };

export interface Visitor {
  readonly page: Page;
  /** Violations of the content policy, and errors of scripts. */
  readonly complaints: string[];
  readonly requests: { readonly url: string; readonly bytes: number }[];
  /** Resets a test's changes to the page's window and media, and clears the recorded complaints and requests. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const { viewport = VIEWPORT, colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  const context = await browser.newContext({ viewport, locale: 'en-US', ...options });
  // A page with an automatic redirect stays visible while a test inspects it.
  await context.route(`${SHOP}/**`, (route) => route.fulfill({ status: 204 }));
  const page = await context.newPage();
  const arrived = arrivals(page);
  const complaints: string[] = [];
  const requests: { url: string; bytes: number }[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(message.text());
    }
  });
  page.on('requestfinished', async (request) => {
    // A request can finish while its browser is being closed; then it is no longer counted.
    const sizes = await request.sizes().catch(() => undefined);
    if (sizes !== undefined && !request.url().startsWith(SHOP)) {
      requests.push({ url: request.url(), bytes: sizes.responseBodySize });
    }
  });
  return {
    page,
    complaints,
    requests,
    async renew() {
      complaints.length = 0;
      requests.length = 0;
      const { width, height } = page.viewportSize() ?? {};
      if (viewport !== null && (width !== viewport.width || height !== viewport.height)) {
        await page.setViewportSize(viewport);
      }
      await page.emulateMedia({ media: null, colorScheme, reducedMotion });
      // Moves the pointer off the elements of the next page.
      await page.mouse.move(0, 0);
    },
    async close() {
      await arrived();
      await context.close();
    },
  };
}

/** Lets the page's time pass only by `page.clock`, so that a slow machine changes nothing. Call it before `goto`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
}
