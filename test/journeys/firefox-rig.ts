/** Journeys in Firefox, each walked concurrently by a payer with script and by one without. */
import { afterAll, beforeAll, expect } from 'vitest';
import { FIREFOX, type Firefox, startFirefox } from '../support/firefox.ts';
import type { FirefoxPage } from '../support/firefox-page.ts';
import type { Checkout } from '../support/merchant.ts';
import { openReturnShop, type ReturnShop } from '../support/return-shop.ts';
import type { Stack } from '../support/stack.ts';
import { withScriptAndWithout } from './browser-payments/rig.ts';

export interface Walk extends Checkout {
  readonly page: FirefoxPage;
  readonly javaScriptEnabled: boolean;
}

export interface FirefoxRig {
  readonly stack: Stack;
  readonly shop: ReturnShop;
  /** A journey from the hosted page on, without any script error. */
  journey(interaction: () => object, walk: (on: Walk) => Promise<void>): () => Promise<void>;
}

/** Call it once in a `describe` that is skipped without Firefox. */
export function useFirefox(open: () => Promise<Stack>): FirefoxRig {
  let stack: Stack;
  let shop: ReturnShop;
  let scripted: Firefox;
  let scriptless: Firefox;

  beforeAll(async () => {
    const executable = FIREFOX ?? '';
    [stack, shop, scripted, scriptless] = await Promise.all([
      open(),
      openReturnShop(),
      startFirefox(executable, { javaScriptEnabled: true }),
      startFirefox(executable, { javaScriptEnabled: false }),
    ]);
  });
  afterAll(() => Promise.all([shop, scripted, scriptless].map((one) => one?.close())));

  return {
    get stack() {
      return stack;
    },
    get shop() {
      return shop;
    },
    journey: (interaction, walk) =>
      withScriptAndWithout(async ({ javaScriptEnabled }) => {
        const page = await (javaScriptEnabled ? scripted : scriptless).payer();
        const checkout = await stack.merchant.checkout(interaction());
        await page.goto(checkout.url);
        await page.see('heading', 'Pay Harbour Lane Books €57.20');
        await walk({ ...checkout, page, javaScriptEnabled });
        expect(page.complaints).toEqual([]);
        await page.close();
      }),
  };
}
