/** In a browser that keeps pages for Back just as they were left, a page of an open payment comes back true. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { WHOLE_BROWSER } from '../../browser.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading } from '../form.ts';
import { answer, goTo } from './hands.ts';
import { statusUrl } from './merchant-server.ts';
import { useBrowserPaymentRig } from './rig.ts';

/**
 * The driver turns it off, because a kept page is not loaded again; and the browser without a window does not have it.
 */
const rig = useBrowserPaymentRig({
  browser: { executablePath: WHOLE_BROWSER, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

/** Back, and the same document as before: a mark that was left in it is still there. */
async function goBackToKept(page: Page, url: string): Promise<void> {
  // Not at once: the page that goes away must be able to answer first.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL(url, { waitUntil: 'commit' });
}

it.concurrent(
  'the hosted page from which a provider was chosen comes back true, and offers no form beside it',
  AT_LENGTH,
  async () => {
    const { page, complaints } = await rig.payer();
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'Demo Wallet');
    await goBackToKept(page, url);
    // No browser keeps a page that must not be stored once its script has sent something: it is loaded again.
    await heading(page, 'You started to pay with Demo Wallet');
    expect(await page.getByLabel('Card number', { exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Continue with Demo Wallet' }).click();
    await answer(page, 'Approve');
    await comeHome(page);
    await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
    expect(complaints).toEqual([]);
  },
);

it.concurrent('the status page that is kept finds the state again', async () => {
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
    // Meanwhile the gateway tells the status page that the payer has left.
    await pause(3_000);
    await route.fulfill({ response });
  });
  await page.getByRole('link', { name: 'Continue with Demo Wallet' }).click();
  await answer(page, 'Approve');
  await comeHome(page);
  expect(complaints).toEqual([]);
});
