/**
 * A shop on another site than the gateway's, for tests of merchants' pages. A worker's files share the stack, the shop
 * and one merchant, so that a file starts only its payers.
 */
import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { openScriptShop, type ScriptShop } from '../browser-scripts/script-shop.ts';
import { REQUESTOR } from '../journeys/authentication/hands.ts';
import { type Rig, useRig } from '../journeys/rig.ts';
import { kept } from '../support/kept.ts';
import { newOrderId } from '../support/merchant.ts';
import { register, SHOP_NAME } from '../support/registered.ts';
import { API_PASSWORD, keptStack, keptStackThatAsksBanks } from '../support/stack.ts';

export const MERCHANT = 'PAGESHOP';
export { SHOP_NAME };
export const STATIC = '/static/checkout/checkout.min.js';
export const VERSIONED = '/checkout/version/62/checkout.js';

export interface MadeCheckout {
  readonly sessionId: string;
  readonly successIndicator: string;
  readonly url: string;
  readonly orderId: string;
}

export interface PageWorld {
  readonly rig: Rig;
  readonly shop: ScriptShop;
  /** The gateway's origin. */
  readonly gateway: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared by tests.
  call(method: string, path: string, body?: object, version?: number): Promise<any>;
  /** A PURCHASE of EUR 57.20 without a return URL, unless `interaction` has one. */
  checkout(interaction?: object, order?: object): Promise<MadeCheckout>;
  /** @param attributes of the script's tag @param script of the page, after it @returns the page's address */
  page(script: string, options?: PageOptions): string;
}

export interface PageOptions {
  readonly attributes?: string;
  readonly address?: string;
  /** Before the script's tag. */
  readonly body?: string;
}

/** One for each worker and stack. */
const shops = { plain: kept(openScriptShop), asksBanks: kept(openScriptShop) };
const registered = {
  plain: kept(async () => register(await keptStack(), embeddedBy(await shops.plain()), MERCHANT)),
  asksBanks: kept(async () => {
    const profile = { ...embeddedBy(await shops.asksBanks()), payerAuthentication: REQUESTOR };
    return register(await keptStackThatAsksBanks(), profile, MERCHANT);
  }),
};

function embeddedBy({ origin }: ScriptShop): object {
  return { embedHosts: [new URL(origin).host] };
}

/** Call it once at the top of a test file. */
export function usePageWorld(kind: keyof typeof shops = 'plain'): PageWorld {
  let shop: ScriptShop;
  const rig = useRig(kind === 'asksBanks' ? { asksBanks: true } : {});
  beforeAll(async () => {
    shop = await shops[kind]();
    await registered[kind]();
  });

  const call: PageWorld['call'] = async (method, path, body, version = 100) => {
    const answer = await fetch(`${rig.stack.origin}/api/rest/version/${version}/merchant/${MERCHANT}${path}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`merchant.${MERCHANT}:${API_PASSWORD}`).toString('base64')}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };

  return {
    rig,
    get shop() {
      return shop;
    },
    get gateway() {
      return rig.stack.origin;
    },
    call,
    async checkout(interaction = {}, order = {}) {
      const orderId = newOrderId();
      const { session, successIndicator, checkout } = await call('POST', '/session', {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: 'PURCHASE', ...interaction },
        order: { id: orderId, amount: '57.20', currency: 'EUR', ...order },
      });
      return { sessionId: session.id, successIndicator, url: checkout.url, orderId };
    },
    page: (script, { attributes = '', address = STATIC, body = '' } = {}) =>
      shop.page(
        `<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1>${body}
        <script>${NOTES}</script>
        <script src="${rig.stack.origin}${address}" ${attributes}></script><script>${script}</script>`,
      ),
  };
}

/**
 * `note(name)` makes a callback that stores its arguments across pages of the tab, since pages redirect from callbacks.
 */
const NOTES = `
  const told = () => JSON.parse(sessionStorage.getItem('told') ?? '[]');
  const note = (name, act) => (...given) => {
    sessionStorage.setItem('told', JSON.stringify([...told(), [name, ...given]]));
    act?.();
  };
  window.shop = { cancel: note('cancel'), complete: note('complete'), error: note('error'), timeout: note('timeout') };`;

export const CALLBACKS =
  'data-cancel="shop.cancel" data-complete="shop.complete" data-error="shop.error" data-timeout="shop.timeout"';

export const configured = (id: string) => `Checkout.configure({ session: { id: '${id}' } });`;

/** Calls of callbacks on the tab's shop pages: the name, then the arguments. */
export const callbackCalls = (page: Page): Promise<[string, ...unknown[]][]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('told') ?? '[]'));

/** Waits for the first call, and expects no other. */
export async function firstCallback(page: Page): Promise<[string, ...unknown[]]> {
  await expect.poll(async () => (await callbackCalls(page)).length).toBeGreaterThan(0);
  const all = await callbackCalls(page);
  expect(all).toHaveLength(1);
  return all[0]!;
}
