/** Journeys in another engine than Chromium's, each walked concurrently by a payer with script and by one without. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { DriverPage } from '../support/engines/driver-page.ts';
import type { DrivenBrowser, Engine } from '../support/engines/engine.ts';
import type { Checkout } from '../support/merchant.ts';
import { openReturnShop, type ReturnShop } from '../support/return-shop.ts';
import type { Stack } from '../support/stack.ts';
import { withScriptAndWithout } from './browser-payments/rig.ts';
import { Robot, VISITS } from './robot.ts';
import { endRobots } from './walking-robots.ts';

export interface Walk extends Checkout {
  readonly page: DriverPage;
  readonly javaScriptEnabled: boolean;
}

export interface EngineRig {
  readonly stack: Stack;
  readonly shop: ReturnShop;
  /** A journey from the hosted page on, without any script error. */
  journey(interaction: () => object, walk: (on: Walk) => Promise<void>): () => Promise<void>;
}

/** Call it once in each engine's `describe`. */
export function useEngine(engine: Engine, open: () => Promise<Stack>): EngineRig {
  let stack: Stack;
  let shop: ReturnShop;
  let scripted: DrivenBrowser;
  let scriptless: DrivenBrowser;
  const robots: Robot[] = [];

  beforeAll(async () => {
    [stack, shop, scripted, scriptless] = await Promise.all([
      open(),
      openReturnShop(),
      engine.start({ javaScriptEnabled: true }),
      engine.start({ javaScriptEnabled: false }),
    ]);
  });
  afterAll(() => endRobots(robots, stack));
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
        const robot = new Robot(stack.origin);
        if (VISITS > 0) {
          robots.push(robot);
          robot.lead(checkout.url);
        }
        await page.goto(checkout.url);
        await page.see('heading', 'Pay Harbour Lane Books €57.20');
        await walk({ ...checkout, page, javaScriptEnabled });
        if (VISITS > 0) {
          robot.lead(await page.url());
        }
        expect(page.complaints).toEqual([]);
        await page.close();
      }),
  };
}
