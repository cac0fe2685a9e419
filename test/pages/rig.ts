/** What every test of a payer's pages has: the built pages, a browser, and for each test a payer of its own, put away after it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { CheckoutPage } from '../../src/checkout/checkout-page.ts';
import { launchBrowser } from '../browser.ts';
import { type Preview, startPreview } from './preview.ts';
import { type Visitor, visit } from './visitor.ts';

export const PAY_ADDRESS = '/checkout/pay/SESSION000000000000000000000001';

export interface PagesRig {
  readonly preview: Preview;
  readonly browser: Browser;
}

export interface VisitorRig extends PagesRig {
  /** Of this test alone. */
  readonly visitor: Visitor;
  /** Shows the page to the test's payer. @param address without the origin */
  open(model: CheckoutPage, address?: string): Promise<Page>;
}

/** Call it once at the top of a test file; the rig is there from the first test on. */
export function usePages(): PagesRig {
  let preview: Preview;
  let browser: Browser;
  beforeAll(async () => {
    [preview, browser] = await Promise.all([startPreview(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await preview.close();
  });
  return {
    get preview() {
      return preview;
    },
    get browser() {
      return browser;
    },
  };
}

/** As `usePages`, with a payer for each test. @param mayComplain the test makes its pages fail */
export function useVisitor({
  mayComplain = false,
  ...options
}: BrowserContextOptions & { readonly mayComplain?: boolean } = {}): VisitorRig {
  const pages = usePages();
  let visitor: Visitor;
  beforeEach(async () => {
    pages.preview.posts.length = 0;
    pages.preview.hear(true);
    visitor = await visit(pages.browser, options);
  });
  afterEach(async () => {
    pages.preview.hold(false);
    // Put away whatever it complains of: a payer that is left behind keeps the browser busy, and its pages ask on.
    await visitor.close();
    if (!mayComplain) expect(visitor.complaints).toEqual([]);
  });
  return {
    get preview() {
      return pages.preview;
    },
    get browser() {
      return pages.browser;
    },
    get visitor() {
      return visitor;
    },
    async open(model, address = PAY_ADDRESS) {
      pages.preview.show(model);
      await visitor.page.goto(pages.preview.origin + address);
      return visitor.page;
    },
  };
}
