/** The loading of fields into the page: one frame a task, the focused one first; and a payment by gift card. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { newOrderId } from '../../support/merchant.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { call, callsOf, field, formPage, newSession, type } from './form-page.ts';

const rig = useRig();
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

it('one frame is in the page when configure returns, and the others come in tasks of their own', async () => {
  const { page } = await rig.payer();
  const script = `window.counts = [window.length];
    new MutationObserver(() => counts.push(window.length)).observe(document.body, { childList: true, subtree: true });`;
  await page.goto(formPage(rig, shop, { session: await newSession(rig), script }));
  await callsOf(page, 'initialized');
  expect(await page.evaluate(() => Reflect.get(window, 'counts'))).toEqual([1, 2, 3, 4, 5]);
});

it('each field has one frame though configure is called twice at once', async () => {
  const { page } = await rig.payer();
  const script = 'PaymentSession.configure(configuration);';
  await page.goto(formPage(rig, shop, { session: await newSession(rig), script }));
  await callsOf(page, 'initialized');
  expect(await page.locator('iframe').count()).toBe(5);
});

it('a field that the page focuses before it is loaded receives the next input', async () => {
  const { page } = await rig.payer();
  const script = `PaymentSession.setFocus('card.nameOnCard'); window.counts = window.length;`;
  await page.goto(formPage(rig, shop, { session: await newSession(rig), script }));
  await callsOf(page, 'initialized');
  expect(await page.evaluate(() => Reflect.get(window, 'counts'))).toBe(2);
  await expect
    .poll(() => field(page, '#name').evaluate((one) => one === document.activeElement && document.hasFocus()))
    .toBe(true);
  await page.keyboard.type('Ada');
  expect(await field(page, '#name').inputValue()).toBe('Ada');
});

it('a gift card that the payer typed can be paid with', AT_LENGTH, async () => {
  const session = await newSession(rig);
  const { page } = await rig.payer();
  await page.goto(
    formPage(rig, shop, {
      session,
      html: '<input id="gift" aria-label="Gift card" readonly><input id="pin" aria-label="PIN" readonly>',
      fields: "giftCard: { number: '#gift', pin: '#pin' }",
    }),
  );
  await callsOf(page, 'initialized');
  await type(page, '#gift', '6006000000050998');
  await type(page, '#pin', '1234');
  await call(page, 'PaymentSession.updateSessionFromForm("giftCard")');
  const [{ status, session: stored }] = await callsOf(page, 'updated');
  expect(status).toBe('ok');
  const { body } = await rig.stack.merchant.call('PUT', `/order/${newOrderId()}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: '10.00', currency: 'EUR' },
    session: { id: session, version: stored.version },
  });
  expect(body).toMatchObject({ result: 'SUCCESS', sourceOfFunds: { type: 'GIFT_CARD' } });
});
