/** Pages of versions up to 62 without a session, and those that repeat their server's fields. */
import { describe, expect, it } from 'vitest';
import { payByCard, press } from '../journeys/form.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../support/at-length.ts';
import { newOrderId } from '../support/merchant.ts';
import { CALLBACKS, firstCallback, MERCHANT, SHOP_NAME, STATIC, usePageWorld, VERSIONED } from './page-world.ts';

const world = usePageWorld();
const BUTTON = '<button onclick="Checkout.showPaymentPage()">Check out</button>';

const basket = (orderId: string, more = '') => `Checkout.configure({
  merchant: '${MERCHANT}',
  order: { id: '${orderId}', amount: () => 30 + 12.5, currency: 'EUR', description: 'Two lamps', custom: { note: 'x' },
    notificationUrl: 'https://stranger.example/' },
  interaction: { operation: 'VERIFY', merchant: { name: 'Evil Ltd', address: { line1: '1 Lane' } },
    displayControl: { billingAddress: 'HIDE' } },
  billing: { address: { city: 'Ghent' } }, customer: { email: 'ada@example.com' }, ${more} });`;

const open = async (script: string, address: string = VERSIONED) => {
  const payer = await world.rig.payer();
  await payer.page.goto(world.page(script, { address, attributes: CALLBACKS, body: BUTTON }));
  return payer;
};
const orderOf = (orderId: string) => world.call('GET', `/order/${orderId}`);

describe('a page without a session', () => {
  it('has one created from its fields, is paid, and gets the result', async () => {
    const orderId = newOrderId();
    const { page, complaints } = await open(basket(orderId));
    await press(page, 'Check out');
    await page.getByRole('heading', { name: `Pay ${SHOP_NAME}` }).waitFor();
    await page.getByRole('button', { name: 'Pay €42.50', exact: true }).waitFor();
    await payByCard(page);
    expect(await firstCallback(page)).toEqual([
      'complete',
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.any(String),
    ]);
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ status: 'CAPTURED', amount: 42.5, currency: 'EUR', description: 'Two lamps' });
    expect(order).not.toHaveProperty('notificationUrl');
    expect(complaints).toEqual([]);
  });

  it('shows the checkout in a dialog or a frame, with the same session', async () => {
    const orderId = newOrderId();
    const { page } = await open(basket(orderId));
    await page.evaluate(() => Reflect.get(window, 'Checkout').showLightbox());
    await page.frameLocator('dialog iframe').getByRole('button', { name: 'Pay €42.50', exact: true }).waitFor();
    const first = await page.locator('dialog iframe').getAttribute('src');
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('div'), { id: 'pay' }));
      Reflect.get(window, 'Checkout').showEmbeddedPage('#pay');
    });
    await page.locator('#pay iframe').waitFor({ state: 'attached' });
    expect(await page.locator('#pay iframe').getAttribute('src')).toBe(first);
  });

  it('returns to its own addresses alone', async () => {
    const urls = `interaction: { returnUrl: location.origin + '/thanks', cancelUrl: 'https://stranger.example/' }`;
    const { page } = await open(basket(newOrderId(), urls));
    await press(page, 'Check out');
    await payByCard(page);
    await page.waitForURL(/\/thanks\?resultIndicator=[0-9a-f]{32}$/);
  });

  it('gets an error with the missing fields', async () => {
    const { page } = await open(`Checkout.configure({ merchant: '${MERCHANT}', order: { currency: 'EUR' } });`);
    await press(page, 'Check out');
    expect(await firstCallback(page)).toMatchObject(['error', { field: 'order.amount', validationType: 'MISSING' }]);
  });

  it('gets an error where its server gave an empty session id', async () => {
    const { page } = await open(basket(newOrderId(), "session: { id: '' }"));
    expect(await firstCallback(page)).toMatchObject(['error', { field: 'session.id', validationType: 'MISSING' }]);
  });

  it('gets an error at the address of newer versions, which need a session', AT_LENGTH, async () => {
    const { page } = await open(basket(newOrderId()), STATIC);
    expect(await firstCallback(page)).toMatchObject(['error', { field: 'session.id', validationType: 'MISSING' }]);
  });
});

describe('a checkout created by a page', () => {
  const ask = (headers: Record<string, string>, merchant = MERCHANT, version = 62) =>
    fetch(`${world.gateway}/form/version/${version}/merchant/${merchant}/checkout`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ order: { amount: '5.00', currency: 'EUR' } }),
    });

  it.each([
    ['of a stranger', () => ({ origin: 'https://stranger.example' }), MERCHANT, 62, 403],
    ['that states no origin', () => ({}), MERCHANT, 62, 403],
    ['of an unknown merchant', () => ({ origin: world.shop.origin }), 'NOBODY', 62, 404],
    ['of a newer version', () => ({ origin: world.shop.origin }), MERCHANT, 63, 404],
    ['of the shop', () => ({ origin: world.shop.origin }), MERCHANT, 62, 201],
  ] as const)('%s', async (_whose, headers, merchant, version, status) => {
    const answer = await ask(headers(), merchant, version);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('successIndicator');
  });
});

describe('a page that repeats the amount of its session', () => {
  const configured = (id: string, amount: string) =>
    `Checkout.configure({ merchant: '${MERCHANT}', session: { id: '${id}' }, order: { amount: ${amount}, currency: 'EUR' } });`;

  itAtLength(['57.2', "'57.20'", '() => 57.2'], isFirst)('as %s causes no refused request', async (amount) => {
    const { sessionId } = await world.checkout();
    const { page, complaints } = await open(configured(sessionId, amount));
    const refused: number[] = [];
    page.on('response', (response) => response.status() >= 400 && refused.push(response.status()));
    await press(page, 'Check out');
    await page.getByRole('button', { name: 'Pay €57.20', exact: true }).waitFor();
    expect([refused, complaints]).toEqual([[], []]);
  });
});
