/**
 * Shared by every test of a payer's pages: the built pages and a browser, cached for the worker, and a payer, cached
 * for the file. Changes by a test are reset.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { keptBrowser } from '../../browser.ts';
import type { AnyPage } from './any-page.ts';
import { keptPreview, type Preview } from './preview.ts';
import { patience, type Visitor, visit } from './visitor.ts';

export const PAY_ADDRESS = '/checkout/pay/SESSION000000000000000000000001';

export interface PagesRig {
  readonly preview: Preview;
  readonly browser: Browser;
}

export interface VisitorRig extends PagesRig {
  /** The file's payer, or the test's own if it requested one. */
  readonly visitor: Visitor;
  /** Shows the page to the test's payer. @param address without the origin */
  open(model: AnyPage, address?: string): Promise<Page>;
  /** A payer of this test alone, with a new browser profile: for a test that changes more than `renew` resets. */
  ownVisitor(own?: BrowserContextOptions): Promise<Visitor>;
}

/** Call it once at the top of a test file; the rig exists from the first test on. */
export function usePages(): PagesRig {
  let preview: Preview;
  let browser: Browser;
  beforeAll(async () => {
    [preview, browser] = await Promise.all([keptPreview(), keptBrowser()]);
  });
  beforeEach(() => {
    preview.posts.length = 0;
    preview.hear(true);
  });
  afterEach(() => preview.hold(false));
  return {
    get preview() {
      return preview;
    },
    get browser() {
      return browser;
    },
  };
}

/** Like `usePages`, with a payer for the file. @param mayComplain the tests make their pages fail */
export function useVisitor({
  mayComplain = false,
  ...options
}: BrowserContextOptions & { readonly mayComplain?: boolean } = {}): VisitorRig {
  const pages = usePages();
  let shared: Visitor;
  let own: Visitor | undefined;
  beforeAll(async () => {
    shared = await visit(pages.browser, options);
  });
  afterAll(() => shared.close());
  beforeEach(async () => {
    // A page that a test left listening would be counted by the next.
    if (pages.preview.listeners > 0) {
      await leave(shared.page);
      await expect.poll(() => pages.preview.listeners, patience).toBe(0);
    }
    await shared.renew();
  });
  afterEach(async () => {
    const { complaints } = own ?? shared;
    pages.preview.hold(false);
    // The answer to a form that the test has sent would replace the next test's page.
    if (pages.preview.posts.length > 0 && own === undefined) {
      await leave(shared.page).catch(() => undefined);
    }
    // Closed even after complaints: a payer left open keeps the browser busy, and its pages poll on.
    await own?.close();
    own = undefined;
    if (!mayComplain) {
      expect(complaints).toEqual([]);
    }
  });
  return {
    get preview() {
      return pages.preview;
    },
    get browser() {
      return pages.browser;
    },
    get visitor() {
      return own ?? shared;
    },
    async open(model, address = PAY_ADDRESS) {
      const { page } = own ?? shared;
      pages.preview.show(model);
      await page.goto(pages.preview.origin + address);
      return page;
    },
    async ownVisitor(more = {}) {
      own = await visit(pages.browser, { ...options, ...more });
      return own;
    },
  };
}

const BLANK = 'about:blank';

/** A page that navigates by itself at the same time aborts the first navigation. */
async function leave(page: Page): Promise<void> {
  await page.goto(BLANK).catch(() => page.goto(BLANK));
}
