/**
 * What every journey has: a whole Turnpike, a browser, a merchant's site, and payers who are put away after each test.
 */
import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { arrivals, launchBrowser } from '../browser.ts';
import { openReturnShop, type ReturnShop } from '../support/return-shop.ts';
import { type Stack, startStack } from '../support/stack.ts';

export interface Payer {
  readonly page: Page;
  /** Violations of the content policy, errors and warnings of scripts. */
  readonly complaints: string[];
}

export interface Rig {
  readonly stack: Stack;
  readonly shop: ReturnShop;
  payer(options?: BrowserContextOptions): Promise<Payer>;
}

export interface RigOptions {
  readonly browser?: LaunchOptions;
  readonly stack?: { readonly speed: number };
}

/** Call it once at the top of a test file; the rig is there from the first test on. */
export function useRig(options: RigOptions = {}): Rig {
  let parts: { stack: Stack; shop: ReturnShop; browser: Browser };
  /** How each is put away. */
  const payers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const [stack, shop, browser] = await Promise.all([
      startStack(options.stack),
      openReturnShop(),
      launchBrowser(options.browser),
    ]);
    parts = { stack, shop, browser };
  });
  afterEach(async () => {
    await Promise.all(payers.splice(0).map((close) => close()));
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
      const context = await parts.browser.newContext({ locale: 'en-US', ...options });
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(message.text());
        }
      });
      const page = await context.newPage();
      const arrived = arrivals(page);
      payers.push(async () => {
        await arrived();
        await context.close();
      });
      return { page, complaints };
    },
  };
}

/** Every journey works without script too. */
export const SCRIPT_OR_NOT = [
  { script: 'with script', javaScriptEnabled: true },
  { script: 'without script', javaScriptEnabled: false },
] as const;
