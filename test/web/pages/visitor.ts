/** A payer's browser that remembers what its pages asked for and what their policy refused. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { arrivals } from '../../browser.ts';

/** How long a test waits for what must come; generous, because machines that run tests are busy. */
export const patience = { timeout: 15_000 };

/** The site of the shop of every page's fixture. */
export const SHOP = 'https://harbourlane.example';
const VIEWPORT = { width: 1280, height: 800 };

export interface Visitor {
  readonly page: Page;
  /** Violations of the content policy, and errors of scripts. */
  readonly complaints: string[];
  readonly requests: { readonly url: string; readonly bytes: number }[];
  /** Puts back what a test changes of the page's window and media, and forgets what was complained of and requested. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const { viewport = VIEWPORT, colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  const context = await browser.newContext({ viewport, locale: 'en-US', ...options });
  // A page that leads on by itself stays in sight, however long a test looks at it.
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
    // A request can finish while its browser is being put away; then nobody counts it any more.
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
      // No element of the next page is under the pointer where the last test left it.
      await page.mouse.move(0, 0);
    },
    async close() {
      await arrived();
      await context.close();
    },
  };
}
