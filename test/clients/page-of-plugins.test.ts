/**
 * Two shops' pages in the style of this interface's clients, run unchanged: a plugin's by `checkout.js` of version 62,
 * and one with hosted fields by `session.js`. Their quirks are deliberate: dotted callbacks, attributes set late, forms
 * rendered again, a loop that waits for the gateway.
 */
import { readFileSync } from 'node:fs';
import type { FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../browser-scripts/checkout/world.ts';
import { CARD, field, newSession, type } from '../browser-scripts/session/form-page.ts';
import { DECLINED, payByCard, press } from '../journeys/form.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { authorizationOf, newOrderId } from '../support/merchant.ts';
import { API_PASSWORD } from '../support/stack.ts';

const world = useWorld();

const read = (name: string) => readFileSync(new URL(`plugins/${name}`, import.meta.url), 'utf8');

/** @param values replace the names in double braces, as the shop's server fills its template */
async function open(name: string, values: Readonly<Record<string, string>>) {
  const { rig, shop } = world;
  shop.file('/jquery.js', read('jquery-like.js'), 'text/javascript');
  const all: Record<string, string> = { gateway: rig.stack.origin, merchant: 'TESTSHOP', ...values };
  const html = read(name).replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => all[key] ?? '');
  const payer = await rig.payer();
  const address = shop.page(html);
  await payer.page.goto(address);
  return { ...payer, address };
}

describe('a plugin’s page by checkout.js', () => {
  /** The request of such plugins: without an amount, which their page has. */
  async function checkout(): Promise<{ session: string; successIndicator: string; orderId: string }> {
    const orderId = newOrderId();
    const answer = await fetch(`${world.rig.stack.origin}/api/rest/version/62/merchant/TESTSHOP/session`, {
      method: 'POST',
      headers: { authorization: authorizationOf(API_PASSWORD), 'content-type': 'application/x-www-form-urlencoded' },
      body: JSON.stringify({
        apiOperation: 'CREATE_CHECKOUT_SESSION',
        interaction: { operation: 'PURCHASE' },
        order: { id: orderId, currency: 'EUR', reference: orderId },
      }),
    });
    const { session, successIndicator } = (await answer.json()) as {
      session: { id: string };
      successIndicator: string;
    };
    return { session: session.id, successIndicator, orderId };
  }

  const heard = (page: Page): Promise<unknown[]> =>
    page.evaluate(() => Reflect.get(Reflect.get(window, 'ShopPlugin').gateway, 'heard'));
  const inDialog = (page: Page) => page.frameLocator('dialog iframe') as FrameLocator & Page;

  async function fillForm(page: Page): Promise<void> {
    await page.getByLabel('Order notes').fill('Ring twice');
    await page.getByLabel('Delivery').selectOption('bike');
    await page.getByLabel('I agree').check();
    await page.getByLabel('Account password').fill('open sesame');
  }

  it('redirects and gets a cancel with its form unchanged, then the payment', async () => {
    const { session, successIndicator, orderId } = await checkout();
    const { page, address } = await open('plugin.html', { session, version: '62', mode: 'page' });
    await fillForm(page);
    await press(page, 'Place order');
    await press(page, 'Cancel and return to Harbour Lane Books');
    await page.waitForURL(address);
    await page.getByText('Payment cancelled.').waitFor();
    expect(await page.getByLabel('Order notes').inputValue()).toBe('Ring twice');
    expect(await page.getByLabel('Delivery').inputValue()).toBe('bike');
    expect(await page.getByLabel('I agree').isChecked()).toBe(true);
    expect(await page.getByLabel('Account password').inputValue()).toBe('');

    await press(page, 'Place order');
    await page.getByRole('button', { name: 'Pay €57.20', exact: true }).waitFor();
    await payByCard(page, DECLINED);
    await payByCard(page);
    await page.waitForURL(/wc-api=gateway/);
    const { searchParams } = new URL(page.url());
    const { body } = await world.rig.stack.merchant.session(session);
    expect(Object.fromEntries(searchParams)).toEqual({
      'wc-api': 'gateway',
      order_id: '98083',
      resultIndicator: successIndicator,
      sessionVersion: body.session?.version,
    });
    expect((await world.rig.stack.merchant.order(orderId)).body).toMatchObject({ status: 'CAPTURED', amount: 57.2 });
  });

  it('opens the lightbox, and gets a cancel and the payment in the form of its version', AT_LENGTH, async () => {
    const { session, successIndicator } = await checkout();
    const { page } = await open('plugin.html', { session, version: '62', mode: 'lightbox' });
    await press(page, 'Place order');
    await press(inDialog(page), 'Cancel and return to Harbour Lane Books');
    await page.getByText('Payment cancelled.').waitFor();
    expect(await heard(page)).toEqual([['cancel']]);
    await press(page, 'Place order');
    await payByCard(inDialog(page));
    await page.waitForURL(/wc-api=gateway/);
    expect(new URL(page.url()).searchParams.get('resultIndicator')).toBe(successIndicator);
  });

  it('gets errors by its own error function', AT_LENGTH, async () => {
    const { page } = await open('plugin.html', { session: '', version: '62', mode: 'page' });
    await press(page, 'Place order');
    await expect
      .poll(() => heard(page))
      .toMatchObject([
        ['error', { result: 'ERROR', field: 'session.id' }],
        ['error', {}],
      ]);
  });
});

describe('a page with hosted fields by session.js', () => {
  const log = (page: Page): Promise<unknown[][]> =>
    page.evaluate(() => Reflect.get(window, 'eval')('state.log') as unknown[][]);
  const attempts = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(window, 'eval')('state.attempts'));
  const initialized = (page: Page, times: number) =>
    expect.poll(async () => (await log(page)).filter(([what]) => what === 'initialized')).toHaveLength(times);

  /**
   * The number last: the page waits three seconds for the card's brand, too short for a busy machine to fill a form.
   */
  async function typeCard(page: Page, number: string = CARD.number): Promise<void> {
    await type(page, '#expiry-month', CARD.month);
    await type(page, '#expiry-year', CARD.year);
    await type(page, '#security-code', CARD.code);
    await field(page, '#card-number').fill('');
    await type(page, '#card-number', number);
  }

  /** The shop's server charges with the fields that its page posted. */
  async function charge(): Promise<unknown> {
    const { id = '', version = '' } = world.shop.posted.at(-1) ?? {};
    const { body } = await world.rig.stack.merchant.call('PUT', `/order/${newOrderId()}/transaction/1`, {
      apiOperation: 'PAY',
      order: { amount: '51.48', currency: 'EUR' },
      session: { id, version },
      sourceOfFunds: { type: 'CARD' },
    });
    return body.result;
  }

  it('is paid with, after errors, a changed basket, and the loop that waits for the gateway', async () => {
    const session = await newSession(world.rig);
    const { page, complaints } = await open('hosted-session.html', { session, version: '63' });
    await initialized(page, 1);
    await typeCard(page, '5123450000000007');
    await press(page, 'Place order');
    await page.getByText('Card number invalid or missing.').waitFor();
    expect((await log(page)).at(-1)).toEqual(['updated', 'fields_in_error']);

    await press(page, 'Apply');
    await initialized(page, 2);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/form/**/card', async (route) => {
      await held;
      await route.continue();
    });
    await typeCard(page);
    await press(page, 'Place order');
    await expect.poll(() => attempts(page)).toBeGreaterThan(1);
    answer();
    await page.waitForURL(/#placed$/);
    expect(world.shop.posted.at(-1)).toEqual({ id: session, version: expect.stringMatching(/^[0-9a-f]{10}$/) });
    expect(await charge()).toBe('SUCCESS');
    expect(await log(page)).toContainEqual(['type', 'SUPPORTED', 'MASTERCARD']);
    expect(complaints).toEqual([]);
  });

  it('continues where the gateway never names the card’s brand, since the loop ends by itself', AT_LENGTH, async () => {
    const session = await newSession(world.rig);
    const { page } = await open('hosted-session.html', { session, version: '63' });
    await initialized(page, 1);
    await page.route('**/form/**/card', () => undefined);
    await typeCard(page);
    await press(page, 'Place order');
    await page.waitForURL(/#placed$/);
    expect(await charge()).toBe('SUCCESS');
  });

  it('shows its payer a network failure, and a second press succeeds', AT_LENGTH, async () => {
    const session = await newSession(world.rig);
    const { page } = await open('hosted-session.html', { session, version: '63' });
    await initialized(page, 1);
    await typeCard(page);
    await page.route('**/api/rest/**', (route) => route.abort(), { times: 1 });
    await press(page, 'Place order');
    await page.getByText('Session update failed with request timeout').waitFor();
    await press(page, 'Place order');
    await page.waitForURL(/#placed$/);
    expect(await charge()).toBe('SUCCESS');
  });
});
