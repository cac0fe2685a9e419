/** Pages that show the payment page on load, and get its result by their callbacks when the payer returns. */
import type { FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { answer, atProvider } from '../journeys/browser-payments/hands.ts';
import { payByCard, press } from '../journeys/form.ts';
import { AT_LENGTH, describeAtLength, isFirst } from '../support/at-length.ts';
import {
  CALLBACKS,
  callbackCalls,
  configured,
  firstCallback,
  SHOP_NAME,
  usePageWorld,
  VERSIONED,
} from './page-world.ts';

const world = usePageWorld();
const CANCEL = `Cancel and return to ${SHOP_NAME}`;
const AGAIN = '<button onclick="Checkout.showPaymentPage()">Try again</button>';

const LOADS = [
  ['in its text', (show: string) => show],
  ['once it is read', (show: string) => `addEventListener('DOMContentLoaded', () => { ${show} });`],
  ['once it has loaded', (show: string) => `addEventListener('load', () => { ${show} });`],
  ['a moment later', (show: string) => `setTimeout(() => { ${show} }, 400);`],
] as const;

/**
 * Logs on the console each time the page opens the payment page: an evaluation in the page would count as user
 * activation.
 */
const SAYING = `for (const name of ['showPaymentPage', 'showLightbox']) {
  const show = Checkout[name];
  Checkout[name] = (...given) => { show(...given); console.log('asked'); };
}`;

/** The number of times that the page has opened the payment page, over all its loads. */
function counted(page: Page): () => number {
  let asked = 0;
  page.on('console', (message) => {
    asked += message.text() === 'asked' ? 1 : 0;
  });
  return () => asked;
}

interface Opened {
  readonly page: Page;
  readonly address: string;
  readonly asked: () => number;
}

/** Opens the page, which redirects to the gateway's by itself. */
async function open(script: string, show: string, attributes = CALLBACKS): Promise<Opened> {
  const { page } = await world.rig.payer();
  const asked = counted(page);
  const address = world.page(`${SAYING} ${script} ${show}`, { attributes, body: AGAIN });
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('button', { name: CANCEL }).waitFor();
  return { page, address, asked };
}

/** The payer returns, the page opens the payment page again, and stays. */
async function staysAt({ page, address, asked }: Opened): Promise<void> {
  await page.waitForURL(address);
  await expect.poll(asked).toBe(2);
  // A request of the page comes after any redirect.
  await page.evaluate(() => fetch('/after').then((reply) => reply.text()));
  expect(page.url()).toBe(address);
}

describeAtLength(LOADS, isFirst)('a page that shows it %s', (_when, show) => {
  it('a page that redirects on load gets the payer’s cancel, and does not redirect again before a press', async () => {
    const { sessionId } = await world.checkout();
    const opened = await open(configured(sessionId), show('Checkout.showPaymentPage();'));
    const { page } = opened;
    await press(page, CANCEL);
    await staysAt(opened);
    expect(await firstCallback(page)).toEqual(['cancel']);
    await press(page, 'Try again');
    await page.getByRole('button', { name: CANCEL }).waitFor();
  });
});

it('a page that redirects on load gets the payment, and redirects from its callback', async () => {
  const { sessionId, successIndicator } = await world.checkout();
  const script = `shop.complete = note('complete', () => { location.href = '/thanks'; });
    ${configured(sessionId)}`;
  const { page } = await open(script, LOADS[1][1]('Checkout.showPaymentPage();'));
  await payByCard(page);
  await page.waitForURL(`${world.shop.origin}/thanks`);
  expect(await firstCallback(page)).toMatchObject(['complete', { resultIndicator: successIndicator }]);
});

it('a page that redirects on load may show the payment page again from within its callback', AT_LENGTH, async () => {
  const { sessionId } = await world.checkout();
  const script = `shop.cancel = note('cancel', () => Checkout.showPaymentPage()); ${configured(sessionId)}`;
  const { page } = await open(script, 'if (told().length === 0) { Checkout.showPaymentPage(); }');
  const shown = page.waitForRequest((request) => request.url().includes(`/checkout/pay/${sessionId}?`));
  await press(page, CANCEL);
  await shown;
});

it(
  'a page that redirects on load stays without a callback for the end, and without an address',
  AT_LENGTH,
  async () => {
    const { sessionId } = await world.checkout();
    const attributes = 'data-complete="shop.complete"';
    const opened = await open(configured(sessionId), 'Checkout.showPaymentPage();', attributes);
    const { page } = opened;
    await press(page, CANCEL);
    await staysAt(opened);
    expect(await callbackCalls(page)).toEqual([]);
  },
);

describe('a page that shows it as a lightbox or in a frame on load', () => {
  const leadOut = async (page: Page, frame: FrameLocator) => {
    await press(frame as FrameLocator & Page, /with Demo Wallet/);
    await atProvider(page);
    await answer(page, 'Approve');
  };

  it('gets the result of a payment in the whole window, and does not open the dialog again', async () => {
    const { page } = await world.rig.payer();
    const { sessionId, successIndicator } = await world.checkout();
    const asked = counted(page);
    const script = `${SAYING} ${configured(sessionId)} Checkout.showLightbox();`;
    const address = world.page(script, { attributes: CALLBACKS, address: VERSIONED });
    await page.goto(address);
    await leadOut(page, page.frameLocator('dialog iframe'));
    await staysAt({ page, address, asked });
    expect(await firstCallback(page)).toEqual(['complete', successIndicator, expect.any(String)]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('gets the result once where it shows the receipt in its frame', AT_LENGTH, async () => {
    const { page } = await world.rig.payer();
    const { sessionId, successIndicator } = await world.checkout();
    const script = `${configured(sessionId)} Checkout.showEmbeddedPage('#pay');`;
    const address = world.page(script, { attributes: CALLBACKS, body: '<div id="pay"></div>' });
    await page.goto(address);
    await leadOut(page, page.frameLocator('#pay iframe'));
    await page.waitForURL(address);
    await page.frameLocator('#pay iframe').getByRole('heading', { name: 'Payment complete' }).waitFor();
    expect(await firstCallback(page)).toMatchObject(['complete', { resultIndicator: successIndicator }]);
  });
});
