/** A payer's browser that remembers what its pages asked for and what their policy refused. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { arrivals } from '../browser.ts';

/** How long a test waits for what must come; generous, because machines that run tests are busy. */
export const patience = { timeout: 15_000 };

export interface Visitor {
  readonly page: Page;
  /** Violations of the content policy, and errors of scripts. */
  readonly complaints: string[];
  readonly requests: { readonly url: string; readonly bytes: number }[];
  close(): Promise<void>;
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  const page = await context.newPage();
  const arrived = arrivals(page);
  const complaints: string[] = [];
  const requests: { url: string; bytes: number }[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('requestfinished', async (request) => {
    // A request can finish while its browser is being put away; then nobody counts it any more.
    const sizes = await request.sizes().catch(() => undefined);
    if (sizes !== undefined) requests.push({ url: request.url(), bytes: sizes.responseBodySize });
  });
  return {
    page,
    complaints,
    requests,
    async close() {
      await arrived();
      await context.close();
    },
  };
}
