// @module-tag at-length
/**
 * Payers inside a shop's app: a webview page that keeps no cookie from one page to the next, and a return URL that
 * opens the app.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { itAtLength } from '../support/at-length.ts';
import type { Merchant } from '../support/merchant.ts';
import { register } from '../support/registered.ts';
import { findings, findingsInTheDark } from '../web/pages/axe.ts';
import { answer, atProvider } from './browser-payments/hands.ts';
import { DECLINED, heading, notice, payByCard, press } from './form.ts';
import { useRig } from './rig.ts';

const APP = 'shop.example://paid?order=7';

/** The user agents of the two systems' webviews. */
const WEBVIEWS = [
  {
    system: 'Android',
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 10 Build/BP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36',
  },
  {
    system: 'iOS',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  },
] as const;

const inEach = itAtLength(WEBVIEWS, ({ system }) => system === 'Android', { concurrent: true });

const rig = useRig();
let merchant: Merchant;

beforeAll(async () => {
  ({ merchant } = await register(rig.stack, { returnHosts: ['shop.example://'] }));
});

/**
 * A webview of this system whose cookies are lost before each page. @returns the app addresses that it was redirected
 * to
 */
async function webview(userAgent: string): Promise<{ page: Page; led: string[]; complaints: string[] }> {
  const { page, complaints } = await rig.payer({ userAgent, viewport: { width: 390, height: 780 }, hasTouch: true });
  const led: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  devtools.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.startsWith('shop.example:')) {
      led.push(url);
    }
  });
  await page.route(`${rig.stack.origin}/**`, async (route) => {
    const { cookie: _cookie, ...headers } = await route.request().allHeaders();
    await route.continue({ headers });
  });
  return { page, led, complaints };
}

inEach('$system: a card is declined, another pays, and the app opens', async ({ userAgent }) => {
  const { stack } = rig;
  const { page, led, complaints } = await webview(userAgent);
  const { orderId, url, successIndicator } = await merchant.checkout({ returnUrl: APP });
  await page.goto(url);
  await payByCard(page, DECLINED);
  await notice(page, 'Your card was declined');
  await payByCard(page);
  // Otherwise it redirects by itself after some seconds, and the browser requires a press for that.
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await heading(page, 'Payment complete');
  await page.getByRole('link', { name: 'Continue to Harbour Lane Books' }).click();
  await expect.poll(() => led).toContain(`${APP}&resultIndicator=${successIndicator}`);
  expect(await stack.acquirer.states(orderId)).toEqual(['DECLINED', 'APPROVED']);
  expect(complaints).toEqual([]);
});

inEach('$system: a provider pays, and the app opens by itself', async ({ userAgent }) => {
  const { page, led } = await webview(userAgent);
  const { orderId, url, successIndicator } = await merchant.checkout({ returnUrl: APP });
  await page.goto(url);
  await press(page, /with Demo Wallet/);
  await atProvider(page);
  await answer(page, 'Approve');
  await expect.poll(() => led, { timeout: 30_000 }).toContain(`${APP}&resultIndicator=${successIndicator}`);
  // The page stays behind the app, and no longer announces the redirect.
  expect(await page.locator('[data-soon]').textContent()).toBe('');
  await page.getByRole('link', { name: 'Continue to Harbour Lane Books' }).waitFor();
  expect((await merchant.order(orderId)).body).toMatchObject({ status: 'CAPTURED' });
});

it.concurrent('a payer who cancels returns to the app at once', async () => {
  const { page, led } = await webview(WEBVIEWS[0].userAgent);
  const { url } = await merchant.checkout({ returnUrl: APP, cancelUrl: 'shop.example://basket' });
  await page.goto(url);
  await press(page, 'Cancel and return to Harbour Lane Books');
  await expect.poll(() => led).toContain('shop.example://basket');
});

it.concurrent('a payer whose last attempt failed returns to the app by the address for that', async () => {
  const { page, led } = await webview(WEBVIEWS[1].userAgent);
  const { url } = await merchant.checkout({
    returnUrl: APP,
    redirectMerchantUrl: 'shop.example://failed',
    retryAttemptCount: '1',
  });
  await page.goto(url);
  await payByCard(page, DECLINED);
  await page
    .getByRole('link', { name: /Harbour Lane Books/ })
    .first()
    .click();
  await expect.poll(() => led).toContain('shop.example://failed');
});

it.concurrent('a payer continues on another device, without the typed values', async () => {
  const { stack } = rig;
  const desk = await rig.payer();
  const { orderId, url } = await merchant.checkout({ returnUrl: APP });
  await desk.page.goto(url);
  await desk.page.getByLabel('Name on card').fill('Ada Byrne');
  await desk.page.getByRole('link', { name: 'Continue on another device' }).click();
  await desk.page.getByRole('img', { name: 'QR code with the link' }).waitFor();
  const phone = await rig.payer({ viewport: { width: 390, height: 780 }, hasTouch: true });
  await phone.page.goto(url);
  expect(await phone.page.getByLabel('Name on card').inputValue()).toBe('');
  await payByCard(phone.page);
  await heading(phone.page, 'Payment complete');
  // The page with the code becomes the receipt by itself.
  await heading(desk.page, 'Payment complete');
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it.concurrent('the shop’s own app shows neither Print nor another device, and no way out of it', async () => {
  const { page } = await webview(WEBVIEWS[0].userAgent);
  const { url } = await merchant.checkout({});
  await page.goto(url);
  await page.getByLabel('Card number', { exact: true }).waitFor();
  expect(await page.getByText(/another device|your browser/).count()).toBe(0);
  await payByCard(page);
  await heading(page, 'Payment complete');
  expect(await page.locator('[data-print]').count()).toBe(0);
});

const IN_APP_BROWSERS = [
  [`${WEBVIEWS[0].userAgent} [FB_IAB/FB4A;FBAV/540.0.0.0;]`, true],
  [`${WEBVIEWS[1].userAgent} Instagram 400.0.0 (iPhone18,1; iOS 26_1)`, false],
] as const;

it.concurrent.each(IN_APP_BROWSERS)(
  'the browser of another app is left for the payer’s own: %s',
  async (userAgent, isLinked) => {
    const { page, complaints } = await rig.payer({ userAgent, viewport: { width: 320, height: 640 }, hasTouch: true });
    const { url } = await merchant.checkout({});
    await page.goto(url);
    const { host, pathname } = new URL(page.url());
    if (isLinked) {
      const href = await page.getByRole('link', { name: 'Open in your browser' }).getAttribute('href');
      expect(href).toBe(
        `intent://${host}${pathname}#Intent;scheme=http;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
      );
    } else {
      await page.getByText('open it in your browser, from the app’s menu').waitFor();
    }
    expect(await page.getByText('another device').count()).toBe(0);
    expect(await findings(page)).toEqual([]);
    expect(await findingsInTheDark(page)).toEqual([]);
    await payByCard(page);
    await heading(page, 'Payment complete');
    expect(complaints).toEqual([]);
  },
);
