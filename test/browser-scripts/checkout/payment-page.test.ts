/** A shop's page redirects its payer to the payment page in the whole window, and gets the checkout's result. */
import { expect, it } from 'vitest';
import { DECLINED, fillCard, heading, payByCard, press } from '../../journeys/form.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { CALLBACKS, callbackCalls, configured, STATIC, useWorld, VERSIONED } from './world.ts';

const world = useWorld();
const SHOW = 'onclick="Checkout.showPaymentPage()"';
const BUTTON = `<button ${SHOW}>Check out</button>`;
const backAtShop = `${/^http:\/\/127\.0\.0\.1:\d+\/page-\d+/.source}`;

it('the script calls complete with the result indicator and the version, in the form of the script’s version', async () => {
  for (const [address, shape] of [
    [STATIC, (indicator: string, version: unknown) => [{ resultIndicator: indicator, sessionVersion: version }]],
    [VERSIONED, (indicator: string, version: unknown) => [indicator, version]],
  ] as const) {
    const { page, complaints } = await world.rig.payer();
    const { sessionId, successIndicator } = await world.checkout();
    await page.goto(world.page(configured(sessionId), { address, attributes: CALLBACKS, body: BUTTON }));
    await press(page, 'Check out');
    await payByCard(page);
    await page.waitForURL(new RegExp(`${backAtShop}$`));
    const { session } = (await world.rig.stack.merchant.session(sessionId)).body;
    expect(await callbackCalls(page)).toEqual([['complete', ...shape(successIndicator, session?.version)]]);
    expect(complaints).toEqual([]);
  }
});

it('the script calls cancel when the payer cancels, and the checkout can be shown again', AT_LENGTH, async () => {
  const { page, complaints } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  await page.goto(world.page(configured(sessionId), { attributes: CALLBACKS, body: BUTTON }));
  await press(page, 'Check out');
  await press(page, 'Cancel and return to Harbour Lane Books');
  await page.waitForURL(new RegExp(`${backAtShop}$`));
  expect(await callbackCalls(page)).toEqual([['cancel']]);
  await press(page, 'Check out');
  await fillCard(page);
  expect(complaints).toEqual([]);
});

it('the script calls error when no attempt is left', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout({ retryAttemptCount: 1 });
  await page.goto(world.page(configured(sessionId), { attributes: CALLBACKS, body: BUTTON }));
  await press(page, 'Check out');
  await payByCard(page, DECLINED);
  await heading(page, 'Your card was declined');
  await page.getByText('No attempts left.').waitFor();
  await page.getByRole('link', { name: 'Return to Harbour Lane Books' }).click();
  expect(await callbackCalls(page)).toEqual([
    ['error', { result: 'ERROR', cause: 'REQUEST_REJECTED', explanation: 'no attempt is left' }],
  ]);
});

it('the script returns to the merchant’s own return URL, where the session has one', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId, successIndicator } = await world.checkout({ returnUrl: `${world.shop.origin}/paid?a=1` });
  await page.goto(world.page(configured(sessionId), { attributes: CALLBACKS, body: BUTTON }));
  await press(page, 'Check out');
  await payByCard(page);
  await page.waitForURL(`${world.shop.origin}/paid?a=1&resultIndicator=${successIndicator}`);
});

it('the script redirects to a callback that is a URL, with its arguments in the query', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId, successIndicator } = await world.checkout();
  const attributes = 'data-complete="/thanks?lang=en"';
  await page.goto(world.page(configured(sessionId), { attributes, body: BUTTON }));
  await press(page, 'Check out');
  await payByCard(page);
  await page.waitForURL(/\/thanks/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toMatchObject({ lang: 'en', resultIndicator: successIndicator });
});

it('the script finds callbacks that the page names and defines after the script has loaded', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId, successIndicator } = await world.checkout();
  const late = `${configured(sessionId)} const tag = document.querySelector('script[src]');
    addEventListener('load', () => setTimeout(() => {
      window.lately = { done: note('late') };
      tag.setAttribute('data-complete', 'lately.done');
    }, 50));`;
  await page.goto(world.page(late, { body: BUTTON }));
  await page.locator('script[data-complete]').waitFor({ state: 'attached' });
  await press(page, 'Check out');
  await payByCard(page);
  expect(await callbackCalls(page)).toMatchObject([['late', { resultIndicator: successIndicator }]]);
});

it(
  'the script redirects neither to a host that the merchant has not registered or named, nor to an invalid URL',
  AT_LENGTH,
  async () => {
    const { page } = await world.rig.payer();
    const { url } = await world.checkout();
    const { origin, host } = new URL(world.shop.origin);
    for (const stranger of [
      'https://stranger.example/',
      `http://${host}@stranger.example/`,
      `blob:${origin}/page-0`,
      'data:text/html,stranger',
      'javascript:alert(1)',
    ]) {
      await page.goto(`${url}?${new URLSearchParams({ shopPage: stranger, shopPageHears: 'complete.cancel' })}`);
      expect([stranger, await page.getByRole('button', { name: /^Cancel/ }).count()]).toEqual([stranger, 0]);
    }
    await payByCard(page);
    await heading(page, 'Payment complete');
    expect(await page.getByRole('link', { name: /Harbour Lane Books/ }).count()).toBe(0);
  },
);

it(
  'the script behaves the same from its pinned address, with its integrity value, and as a module',
  AT_LENGTH,
  async () => {
    const { origin } = world.rig.stack;
    const inventory = (await (await fetch(`${origin}/static/scripts.json`)).json()) as {
      readonly scripts: readonly { readonly script: string; readonly pinned: string; readonly integrity: string }[];
    };
    const pinned = inventory.scripts.find(({ script }) => script === 'checkout');
    for (const options of [
      { address: pinned?.pinned ?? '', attributes: `integrity="${pinned?.integrity}" crossorigin="anonymous"` },
      { address: STATIC, attributes: 'type="module"' },
    ]) {
      const { page, complaints } = await world.rig.payer();
      const { sessionId } = await world.checkout();
      const script = `addEventListener('load', () => { ${configured(sessionId)} Checkout.showPaymentPage(); });`;
      await page.goto(world.page(script, options));
      await page.waitForURL(`${origin}/checkout/pay/${sessionId}?**`);
      expect(complaints).toEqual([]);
    }
  },
);
