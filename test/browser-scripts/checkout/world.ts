/** A shop on another site than the gateway's that loads `checkout.js`, with its host registered by the merchant. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Rig, type RigOptions, useRig } from '../../journeys/rig.ts';
import { kept } from '../../support/kept.ts';
import type { Checkout } from '../../support/merchant.ts';
import { register } from '../../support/registered.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';

export const STATIC = '/static/checkout/checkout.min.js';
export const VERSIONED = '/checkout/version/62/checkout.js';

export interface World {
  readonly rig: Rig;
  readonly shop: ScriptShop;
  /** A checkout of the registered shop, without a return URL unless `interaction` has one. */
  checkout(interaction?: object): Promise<Checkout>;
  /** @param attributes of the script's tag @returns the address of a page that runs `script` after `checkout.js` */
  page(script: string, options?: PageOptions): string;
  /** Replaces the profile's `embedHosts`. */
  register(embedHosts: readonly string[]): Promise<void>;
}

export interface PageOptions {
  readonly attributes?: string;
  readonly address?: string;
  /** Before the script's tag. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PROFILE = {
  payerAuthentication: {
    requestorId: 'TESTSHOP',
    requestorName: 'Harbour Lane Books',
    requestorUrl: 'https://shop.example',
    acquirerBin: '400551',
    acquirerMerchantId: 'TESTSHOP',
    categoryCode: '5942',
    country: 'DEU',
  },
};

const registerHosts = (stack: Stack, embedHosts: readonly string[]) =>
  register(stack, { ...PROFILE, embedHosts }, 'TESTSHOP');

/** Files with default settings share a stack and its merchant's one shop. */
const keptShop = kept(openScriptShop);
const keptScriptStack = kept(async () => {
  const [stack, { origin }] = await Promise.all([startStack(), keptShop()]);
  await registerHosts(stack, [new URL(origin).host]);
  return stack;
});

/** Call it once at the top of a test file. */
export function useWorld(options: Pick<RigOptions, 'browser' | 'stack'> = {}): World {
  const isOwn = options.stack !== undefined;
  const rig = useRig(isOwn ? options : { ...options, kept: keptScriptStack });
  let shop: ScriptShop;
  beforeAll(async () => {
    shop = await (isOwn ? openScriptShop : keptShop)();
    if (isOwn) {
      await registerHosts(rig.stack, [new URL(shop.origin).host]);
    }
  });
  afterAll(() => (isOwn ? shop.close() : undefined));

  return {
    rig,
    get shop() {
      return shop;
    },
    async register(embedHosts) {
      await registerHosts(rig.stack, embedHosts);
      // A gateway caches a profile for a second.
      const { sessionId } = await rig.stack.merchant.checkout({});
      const policy = async () =>
        (await fetch(`${rig.stack.origin}/checkout/embedded/pay/${sessionId}`)).headers.get('content-security-policy');
      await expect.poll(policy).toContain(embedHosts[0]);
    },
    checkout: (interaction = {}) => rig.stack.merchant.checkout(interaction),
    page: (script, { attributes = '', address = STATIC, body = '', headers } = {}) =>
      shop.page(
        `<!doctype html><html lang="en"><title>Shop</title><body>${body}
        <script>window.told = []; const note = (name) => (...given) => { told.push([name, ...given]); };
        const callbacks = { cancel: note('cancel'), complete: note('complete'), error: note('error'), timeout: note('timeout') };
        window.shop = { callbacks };</script>
        <script src="${rig.stack.origin}${address}" ${attributes}></script><script>${script}</script>`,
        headers,
      ),
  };
}

/** All of the shop's own callbacks, by a dotted name. */
export const CALLBACKS =
  'data-cancel="shop.callbacks.cancel" data-complete="shop.callbacks.complete" data-error="shop.callbacks.error" data-timeout="shop.callbacks.timeout"';

export const configured = (id: string) => `Checkout.configure({ session: { id: '${id}' } });`;

/** The calls of the page's callbacks, once there is one: the name first. */
export async function callbackCalls(page: Page): Promise<readonly (readonly unknown[])[]> {
  await page.waitForFunction(() => Reflect.get(window, 'told')?.length > 0);
  return page.evaluate(() => Reflect.get(window, 'told'));
}
