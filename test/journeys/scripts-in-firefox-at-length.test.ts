// @module-tag at-length
/**
 * In Firefox: shops' pages that load `checkout.js` and `three-ds.min.js`, on another site than the gateway's. The payer
 * pays in a frame, in the lightbox, and in the whole window; and is authenticated on the shop's own page.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScriptShop, type ScriptShop } from '../browser-scripts/script-shop.ts';
import type { DriverDocument, DriverPage } from '../support/engines/driver-page.ts';
import type { DrivenBrowser } from '../support/engines/engine.ts';
import { inFirefox } from '../support/engines/engines.ts';
import { newOrderId } from '../support/merchant.ts';
import { register } from '../support/registered.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { FRICTIONLESS } from './authentication/hands.ts';
import { CARD_NUMBER } from './form.ts';

const PAY = 'Pay €57.20';
const SHOP = 'Harbour Lane Books';
const KNOWN_TO_BANK = '1';
const ASKED_BY_BANK = '7';

inFirefox((engine) => {
  let stack: Stack;
  let shop: ScriptShop;
  let browser: DrivenBrowser;

  beforeAll(async () => {
    [stack, shop, browser] = await Promise.all([
      startStack({ hasDirectoryServers: true }),
      openScriptShop(),
      engine.start({ javaScriptEnabled: true }),
    ]);
    await register(stack, { ...PROFILE, embedHosts: [new URL(shop.origin).host] }, 'TESTSHOP');
  });
  afterAll(() => Promise.all([shop, browser, stack].map((one) => one?.close())));

  const callbackCalls = async (page: DriverPage) =>
    JSON.parse(String(await page.evaluate('() => JSON.stringify(window.told)'))) as unknown[][];
  const hears = (page: DriverPage, what: unknown[]) =>
    expect.poll(() => callbackCalls(page), { timeout: 30_000 }).toMatchObject(what);

  /** Firefox reports each cookie that it blocks in another site's frame, where none is needed. */
  const complaintsOf = ({ complaints }: DriverPage) =>
    complaints.filter((one) => !/^Cookie “turnpike” .*cross-site/.test(one));

  async function payByCard(document: DriverDocument, expiry = FRICTIONLESS): Promise<void> {
    await document.fill('Card number', CARD_NUMBER);
    await document.fill('Expiry date', expiry);
    await document.fill('Security code', '100');
    await document.press('button', PAY);
  }

  /** @param show the action of the page's button */
  async function checkout(show: string) {
    const page = await browser.payer();
    const made = await stack.merchant.checkout({});
    const address = shop.page(`<!doctype html><html lang="en"><title>Shop</title><body>
      <form><label>Gift note <input name="note"></label></form><div id="pay"></div>
      <button onclick="${show}">Check out</button>
      <script>window.told = []; const note = (name) => (...given) => { told.push([name, ...given]); };
        window.shop = { on: { complete: note('complete'), cancel: note('cancel'), error: note('error') } };</script>
      <script src="${stack.origin}/static/checkout/checkout.min.js" data-complete="shop.on.complete"
        data-cancel="shop.on.cancel" data-error="shop.on.error"></script>
      <script>Checkout.configure({ session: { id: '${made.sessionId}' } });</script>`);
    await page.goto(address);
    return { ...made, page, address };
  }

  /** The embedded page, once its frame has its height: before, a press may land beside the button. */
  async function embeddedIn(page: DriverPage): Promise<DriverDocument> {
    const frame = await page.frame();
    const heights = () =>
      Promise.all([
        page.evaluate('() => document.querySelector("iframe").clientHeight'),
        frame.evaluate('() => Math.ceil(document.documentElement.getBoundingClientRect().height)'),
      ]);
    await expect.poll(async () => new Set(await heights()).size, { timeout: 30_000 }).toBe(1);
    return frame;
  }

  it('the embedded page is paid in, and the shop’s page gets the event', async () => {
    const { page, orderId, successIndicator } = await checkout("Checkout.showEmbeddedPage('#pay')");
    await page.press('button', 'Check out');
    await payByCard(await embeddedIn(page));
    await hears(page, [['complete', { resultIndicator: successIndicator }]]);
    expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    expect(complaintsOf(page)).toEqual([]);
    await page.close();
  });

  it('the embedded page redirects to a provider in the whole window and back, with the shop’s form unchanged', async () => {
    const { page, successIndicator, address } = await checkout("Checkout.showEmbeddedPage('#pay')");
    await page.fill('Gift note', 'For Ada');
    await page.press('button', 'Check out');
    await (await embeddedIn(page)).press('button', `${PAY} with Demo Wallet`);
    await page.press('button', 'Approve 57.20 EUR');
    await expect.poll(() => page.url(), { timeout: 30_000 }).toBe(address);
    await hears(page, [['complete', { resultIndicator: successIndicator }]]);
    expect(await page.evaluate('() => document.querySelector("[name=note]").value')).toBe('For Ada');
    expect(complaintsOf(page)).toEqual([]);
    await page.close();
  });

  it('the lightbox is paid in', async () => {
    const { page, successIndicator } = await checkout('Checkout.showLightbox()');
    await page.press('button', 'Check out');
    await payByCard(await page.frame());
    await hears(page, [['complete', { resultIndicator: successIndicator }]]);
    expect(complaintsOf(page)).toEqual([]);
    await page.close();
  });

  it('the payment page in the whole window is left by a cancel, and paid in at the next visit', async () => {
    const { page, successIndicator, address } = await checkout('Checkout.showPaymentPage()');
    await page.fill('Gift note', 'For Ada');
    await page.press('button', 'Check out');
    await page.press('button', `Cancel and return to ${SHOP}`);
    await expect.poll(() => page.url(), { timeout: 30_000 }).toBe(address);
    await hears(page, [['cancel']]);
    expect(await page.evaluate('() => document.querySelector("[name=note]").value')).toBe('For Ada');
    await page.press('button', 'Check out');
    await payByCard(page);
    await expect.poll(() => page.url(), { timeout: 30_000 }).toBe(address);
    await hears(page, [['complete', { resultIndicator: successIndicator }]]);
    expect(complaintsOf(page)).toEqual([]);
    await page.close();
  });

  /** @param month of the card's expiry, by which the bank decides its challenge */
  async function authentication(month: string) {
    const page = await browser.payer();
    const order = newOrderId();
    const { body } = await stack.merchant.call('POST', '/session', {});
    const session = body.session?.id ?? '';
    await stack.merchant.call('PUT', `/session/${session}`, {
      authentication: { redirectResponseUrl: `${shop.origin}/home` },
      order: { amount: '57.20', currency: 'EUR' },
      sourceOfFunds: {
        type: 'CARD',
        provided: { card: { number: '5123450000000008', expiry: { month, year: '40' } } },
      },
    });
    await page.goto(
      shop.page(`<!doctype html><html lang="en"><title>Shop</title><body><div id="bank"></div>
      <script src="${stack.origin}/static/threeDS/1.3.0/three-ds.min.js"></script><script>
      window.told = []; const note = (name) => (data) => { told.push([name, data]); };
      ThreeDS.configure({ merchantId: 'TESTSHOP', sessionId: '${session}', containerId: 'bank',
        callback: () => ThreeDS.initiateAuthentication('${order}', 'a', (initiated) => {
          note('initiated')(initiated);
          ThreeDS.authenticatePayer('${order}', 'a', note('asked'));
        }), configuration: { userLanguage: 'en-US', wsVersion: 100 } });</script>`),
    );
    const charge = () =>
      stack.merchant.call('PUT', `/order/${order}/transaction/1`, {
        apiOperation: 'PAY',
        authentication: { transactionId: 'a' },
        session: { id: session },
      });
    return { page, charge };
  }

  it('a payer whom the bank recognizes is authenticated on the shop’s page', async () => {
    const { page, charge } = await authentication(KNOWN_TO_BANK);
    await hears(page, [
      ['initiated', { gatewayRecommendation: 'PROCEED' }],
      ['asked', { restApiResponse: { transaction: { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' } } }],
    ]);
    expect((await charge()).body.result).toBe('SUCCESS');
    expect(complaintsOf(page)).toEqual([]);
    await page.close();
  });

  it('a payer who is challenged answers in the shop’s page, and returns', async () => {
    const { page, charge } = await authentication(ASKED_BY_BANK);
    await hears(page, [
      ['initiated', {}],
      ['asked', { gatewayRecommendation: 'PROCEED' }],
    ]);
    const bank = await page.frame();
    await bank.see('heading', 'Confirm your payment');
    const code = await bank.evaluate('() => document.querySelector(".note strong").textContent');
    await bank.fill('Code', String(code));
    await bank.press('button', 'Confirm');
    await bank.see('heading', 'Home');
    expect(shop.posted.at(-1)).toMatchObject({ 'response.gatewayRecommendation': 'PROCEED', result: 'SUCCESS' });
    expect((await charge()).body.result).toBe('SUCCESS');
    await page.close();
  });
});

const PROFILE = {
  id: 'TESTSHOP',
  name: SHOP,
  payerAuthentication: {
    requestorId: 'TESTSHOP',
    requestorName: SHOP,
    requestorUrl: 'https://shop.example',
    acquirerBin: '400551',
    acquirerMerchantId: 'TESTSHOP',
    categoryCode: '5942',
    country: 'DEU',
  },
};
