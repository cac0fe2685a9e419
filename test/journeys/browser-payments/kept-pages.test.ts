/** In browsers with a back-forward cache, a restored page of an open payment shows the current state. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { WHOLE_BROWSER } from '../../browser.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading } from '../form.ts';
import { answer, goTo } from './hands.ts';
import { statusUrl } from './merchant-server.ts';
import { useBrowserPaymentRig } from './rig.ts';

/** The driver disables the back-forward cache, and headless Chromium does not have it. */
const rig = useBrowserPaymentRig({
  browser: { executablePath: WHOLE_BROWSER, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

/** Goes back and checks for a mark in the document that proves it is the cached one. */
async function goBackToKept(page: Page, url: string): Promise<void> {
  // Delayed: the page that is left must be able to answer first.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL(url, { waitUntil: 'commit' });
}

it.concurrent(
  'the hosted page from which a provider was chosen is restored with its true state, and offers no form beside it',
  AT_LENGTH,
  async () => {
    const { page, complaints } = await rig.payer();
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'Demo Wallet');
    await goBackToKept(page, url);
    // No browser caches a no-store page once its script has sent a request: it is loaded again.
    await heading(page, 'You started to pay with Demo Wallet');
    expect(await page.getByLabel('Card number', { exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Continue with Demo Wallet' }).click();
    await answer(page, 'Approve');
    await comeHome(page);
    await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
    expect(complaints).toEqual([]);
  },
);

it.concurrent('the restored status page refreshes its state', async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate();
  const url = statusUrl(redirectUrl);
  await page.goto(url);
  await heading(page, 'You have not been charged');
  await page.getByRole('link', { name: 'Continue with Demo Wallet' }).click();
  const payer = await rig.payer();
  await payer.page.goto(redirectUrl);
  await answer(payer.page, 'Approve');
  await comeHome(payer.page);
  await goBackToKept(page, url);
  await heading(page, 'Paid: €57.20 to Example Shop');
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
  expect([...complaints, ...payer.complaints]).toEqual([]);
});

it.concurrent('a payer on the way to the provider is not called back by the status page', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { redirectUrl } = await rig.initiate();
  await page.goto(statusUrl(redirectUrl));
  await heading(page, 'You have not been charged');
  await page.route(redirectUrl, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    // Meanwhile the gateway notifies the status page that the payer has left.
    await pause(3_000);
    await route.fulfill({ response });
  });
  await page.getByRole('link', { name: 'Continue with Demo Wallet' }).click();
  await answer(page, 'Approve');
  await comeHome(page);
  expect(complaints).toEqual([]);
});
