/** What every journey has: a whole Turnpike, a browser, a merchant's site, and payers who are put away after each test. */
import type { Browser, BrowserContextOptions } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Visitor, visit } from '../pages/visitor.ts';
import { openReturnShop, type ReturnShop } from '../support/return-shop.ts';
import { type Stack, startStack } from '../support/stack.ts';

export interface Rig {
  readonly stack: Stack;
  readonly shop: ReturnShop;
  payer(options?: BrowserContextOptions): Promise<Visitor>;
}

/** Call it once at the top of a test file; the rig is there from the first test on. */
export function useRig(): Rig {
  let parts: { stack: Stack; shop: ReturnShop; browser: Browser };
  const payers: Visitor[] = [];

  beforeAll(async () => {
    const [stack, shop, browser] = await Promise.all([startStack(), openReturnShop(), launchBrowser()]);
    parts = { stack, shop, browser };
  });
  afterEach(async () => {
    await Promise.all(payers.splice(0).map((payer) => payer.close()));
    await parts.stack.acquirer.misbehave({ mode: 'NONE' });
  });
  afterAll(async () => {
    await Promise.all([parts.browser.close(), parts.stack.close(), parts.shop.close()]);
  });

  return {
    get stack() {
      return parts.stack;
    },
    get shop() {
      return parts.shop;
    },
    async payer(options) {
      const payer = await visit(parts.browser, options);
      payers.push(payer);
      return payer;
    },
  };
}

/** Every journey works without script too. */
export const SCRIPT_OR_NOT = [
  { script: 'with script', javaScriptEnabled: true },
  { script: 'without script', javaScriptEnabled: false },
] as const;
