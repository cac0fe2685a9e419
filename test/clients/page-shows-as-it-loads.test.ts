/** Pages that show the payment page as they load, and hear by their callbacks how it ended when the payer is back. */
import type { FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { answer, atProvider } from '../journeys/browser-payments/hands.ts';
import { payByCard, press } from '../journeys/form.ts';
import { CALLBACKS, configured, SHOP_NAME, told, toldOnce, usePageWorld, VERSIONED } from './page-world.ts';

const world = usePageWorld();
const CANCEL = `Cancel and return to ${SHOP_NAME}`;
const AGAIN = '<button onclick="Checkout.showPaymentPage()">Try again</button>';

const LOADS = [
  ['in its text', (show: string) => show],
  ['once it is read', (show: string) => `addEventListener('DOMContentLoaded', () => { ${show} });`],
  ['once it has loaded', (show: string) => `addEventListener('load', () => { ${show} });`],
  ['a moment later', (show: string) => `setTimeout(() => { ${show} }, 400);`],
] as const;

/** Comes to the page, and from there by itself to the gateway's. */
async function open(page: Page, script: string, show: string, attributes = CALLBACKS): Promise<string> {
  const address = world.page(`${COUNT} ${script} ${show}`, { attributes, body: AGAIN });
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('button', { name: CANCEL }).waitFor();
  return address;
}

/** Counts how often the page has asked for the payment page, in all its loads. */
const COUNT = `
  const asked = () => Number(sessionStorage.getItem('asked') ?? '0');
  for (const name of ['showPaymentPage', 'showLightbox', 'showEmbeddedPage']) {
    const show = Checkout[name];
    Checkout[name] = (...given) => { show(...given); sessionStorage.setItem('asked', String(asked() + 1)); };
  }`;

/** The payer is back, the page has asked for the payment page again, and stays. */
async function staysAt(page: Page, address: string): Promise<void> {
  await page.waitForURL(address);
  await page.waitForFunction(() => sessionStorage.getItem('asked') === '2');
  // A request of the page's own comes after one that would lead away.
  await page.evaluate(() => fetch('/after').then((reply) => reply.text()));
  expect(page.url()).toBe(address);
}

describe.each(LOADS)('a page that shows it %s', (_when, show) => {
  it('hears that the payer cancelled, and sends nobody away again before a press', async () => {
    const { page } = await world.rig.payer();
    const { sessionId } = await world.checkout();
    const address = await open(page, configured(sessionId), show('Checkout.showPaymentPage();'));
    await press(page, CANCEL);
    await staysAt(page, address);
    expect(await toldOnce(page)).toEqual(['cancel']);
    await press(page, 'Try again');
    await page.getByRole('button', { name: CANCEL }).waitFor();
  });
});

it('hears that the payer has paid, and leads on from its callback', async () => {
  const { page } = await world.rig.payer();
  const { sessionId, successIndicator } = await world.checkout();
  const script = `shop.complete = note('complete', () => { location.href = '/thanks'; });
    ${configured(sessionId)}`;
  await open(page, script, LOADS[1][1]('Checkout.showPaymentPage();'));
  await payByCard(page);
  await page.waitForURL(`${world.shop.origin}/thanks`);
  expect(await toldOnce(page)).toMatchObject(['complete', { resultIndicator: successIndicator }]);
});

it('may show it again from within its callback', async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const script = `shop.cancel = note('cancel', () => Checkout.showPaymentPage()); ${configured(sessionId)}`;
  await open(page, script, 'if (told().length === 0) { Checkout.showPaymentPage(); }');
  const shown = page.waitForRequest((request) => request.url().includes(`/checkout/pay/${sessionId}?`));
  await press(page, CANCEL);
  await shown;
});

it('stays where it is without a callback for the end, and without an address', async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const attributes = 'data-complete="shop.complete"';
  const address = await open(page, configured(sessionId), 'Checkout.showPaymentPage();', attributes);
  await press(page, CANCEL);
  await staysAt(page, address);
  expect(await told(page)).toEqual([]);
});

describe('a page that shows it over itself or in a frame as it loads', () => {
  const leadOut = async (page: Page, frame: FrameLocator) => {
    await press(frame as FrameLocator & Page, /with Demo Wallet/);
    await atProvider(page);
    await answer(page, 'Approve');
  };

  it('hears of a payment that took the whole window, and opens no dialog again', async () => {
    const { page } = await world.rig.payer();
    const { sessionId, successIndicator } = await world.checkout();
    const script = `${COUNT} ${configured(sessionId)} Checkout.showLightbox();`;
    const address = world.page(script, { attributes: CALLBACKS, address: VERSIONED });
    await page.goto(address);
    await leadOut(page, page.frameLocator('dialog iframe'));
    await staysAt(page, address);
    expect(await toldOnce(page)).toEqual(['complete', successIndicator, expect.any(String)]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('hears of it once where it shows the receipt in its frame', async () => {
    const { page } = await world.rig.payer();
    const { sessionId, successIndicator } = await world.checkout();
    const script = `${configured(sessionId)} Checkout.showEmbeddedPage('#pay');`;
    const address = world.page(script, { attributes: CALLBACKS, body: '<div id="pay"></div>' });
    await page.goto(address);
    await leadOut(page, page.frameLocator('#pay iframe'));
    await page.waitForURL(address);
    await page.frameLocator('#pay iframe').getByRole('heading', { name: 'Payment complete' }).waitFor();
    expect(await toldOnce(page)).toMatchObject(['complete', { resultIndicator: successIndicator }]);
  });
});
