// @module-tag at-length
/**
 * From a frame of the shop's page to a provider or the payer's bank, and back: in the whole window, with the form's
 * input.
 */
import type { FrameLocator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { CODE, enterCode, FRICTIONLESS } from '../../journeys/authentication/hands.ts';
import { answer, atProvider } from '../../journeys/browser-payments/hands.ts';
import { payByCard, press } from '../../journeys/form.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { CALLBACKS, callbackCalls, configured, useWorld } from './world.ts';

const world = useWorld({ stack: { hasDirectoryServers: true } });
const BODY = `<form><label>Gift note <input name="note"></label><label>Wrap it <input type="checkbox" name="wrap"></label>
  <label>Club password <input type="password" name="club"></label><label>Other card <input name="other"></label></form>
  <div id="pay"></div>`;
const embedded = (id: string) => `${configured(id)} Checkout.showEmbeddedPage('#pay');`;
const inFrame = (page: Page) => page.frameLocator('#pay iframe') as FrameLocator & Page;

async function opened() {
  const payer = await world.rig.payer();
  const checkout = await world.checkout();
  const address = world.page(embedded(checkout.sessionId), { attributes: CALLBACKS, body: BODY });
  await payer.page.goto(address);
  return { ...payer, ...checkout, address };
}

it('the script redirects to a provider and back, with the shop’s form unchanged except for its secrets', async () => {
  const { page, address, successIndicator, complaints } = await opened();
  await page.getByLabel('Gift note').fill('For Ada');
  await page.getByLabel('Wrap it').check();
  await page.getByLabel('Club password').fill('open sesame');
  await page.getByLabel('Other card').fill('5123 4500 0000 0008');
  await press(inFrame(page), /with Demo Wallet/);
  await atProvider(page);
  await answer(page, 'Approve');
  await page.waitForURL(address);
  expect(await callbackCalls(page)).toMatchObject([['complete', { resultIndicator: successIndicator }]]);
  expect(await page.getByLabel('Gift note').inputValue()).toBe('For Ada');
  expect(await page.getByLabel('Wrap it').isChecked()).toBe(true);
  expect(await page.getByLabel('Club password').inputValue()).toBe('');
  expect(await page.getByLabel('Other card').inputValue()).toBe('');
  expect(complaints).toEqual([]);
});

it('the script redirects to the bank’s challenge and back', AT_LENGTH, async () => {
  const { page, address, orderId, successIndicator, complaints } = await opened();
  await payByCard(inFrame(page), CODE);
  await page.waitForURL(`${world.rig.stack.origin}/**`);
  const bank = page.frameLocator('iframe[title="Your bank’s page"]');
  await enterCode(bank);
  await page.waitForURL(address);
  expect(await callbackCalls(page)).toMatchObject([['complete', { resultIndicator: successIndicator }]]);
  expect((await world.rig.stack.merchant.order(orderId)).body.status).toBe('CAPTURED');
  expect(complaints).toEqual([]);
});

it('the script stays in the frame without a challenge', AT_LENGTH, async () => {
  const { page, address, complaints } = await opened();
  await payByCard(inFrame(page), FRICTIONLESS);
  await inFrame(page).getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(page.url()).toBe(address);
  expect(complaints).toEqual([]);
});

it(
  'the script stores the state that the page gives before the redirect, and returns it afterwards',
  AT_LENGTH,
  async () => {
    const { page } = await world.rig.payer();
    const { sessionId } = await world.checkout();
    const script = `${configured(sessionId)} shop.keep = () => ({ basket: 7 }); shop.restore = note('restored');`;
    const attributes = `${CALLBACKS} data-beforeRedirect="shop.keep" data-afterRedirect="shop.restore"`;
    const body = '<button onclick="Checkout.showPaymentPage()">Check out</button>';
    const address = world.page(script, { attributes, body });
    await page.goto(`${address}#basket`);
    await press(page, 'Check out');
    await press(page, 'Cancel and return to Harbour Lane Books');
    await page.waitForURL(`${address}#basket`);
    expect(await callbackCalls(page)).toEqual([['restored', { basket: 7 }], ['cancel']]);
    await page.reload();
    expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual([]);
  },
);
