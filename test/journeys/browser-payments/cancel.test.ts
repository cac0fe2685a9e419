/**
 * A payer who has started at a provider can cancel from every page where no money was taken, and returns to the shop.
 */
import { expect, it } from 'vitest';
import { comeHome, heading, notice, payByCard, press } from '../form.ts';
import { goTo } from './hands.ts';
import { statusUrl } from './merchant-server.ts';
import { useBrowserPaymentRig, walkAtLength, walkBothWaysAtOnce } from './rig.ts';

const rig = useBrowserPaymentRig();

walkBothWaysAtOnce(
  'from the page that says that the payment has begun, and can pay by card after all',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await rig.checkout({ cancelUrl: `${rig.shop.origin}/cancelled` });
    await page.goto(url);
    await goTo(page, 'Demo Wallet');
    await page.goto(url);
    await heading(page, 'You started to pay with Demo Wallet');
    await press(page, 'Cancel and return to Harbour Lane Books');
    await comeHome(page);
    expect(page.url()).toBe(`${rig.shop.origin}/cancelled`);
    await page.goto(url);
    const words = await notice(page, 'You cancelled this payment');
    expect(words).toContain('You have not been charged.');
    expect(words).not.toContain('You can try');
    await payByCard(page);
    await comeHome(page);
    await rig.expectLedgers(orderId, {
      gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT SUCCESS 57.20 EUR'],
      provider: ['PAYMENT WITHDRAWN'],
      acquirer: ['PAYMENT APPROVED'],
    });
    expect(complaints).toEqual([]);
  },
);

walkAtLength('from the status page, which then leads to the shop', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, redirectUrl } = await rig.initiate({});
  await page.goto(statusUrl(redirectUrl));
  await heading(page, 'You have not been charged');
  await press(page, 'Cancel this payment');
  await page.getByText('Your payment with Demo Wallet was cancelled.').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel this payment' }).count()).toBe(0);
  expect(await page.locator('.steps li').last().textContent()).toContain('Ended without payment');
  const home = page.getByRole('link', { name: 'Return to Example Shop' });
  expect(await home.getAttribute('href')).toBe(`${rig.shop.origin}/`);
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT FAILURE 57.20 EUR'], provider: ['PAYMENT WITHDRAWN'] });
  expect(complaints).toEqual([]);
});

it.concurrent('another site cannot cancel for the payer', async () => {
  const { redirectUrl } = await rig.initiate({});
  const address = `${statusUrl(redirectUrl)}/cancel`;
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(address, { method: 'POST', headers, redirect: 'manual' })).status;
  expect(await statusWith({ origin: 'https://evil.example' })).toBe(403);
  expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await statusWith({})).toBe(303);
  const text = await (await fetch(statusUrl(redirectUrl))).text();
  expect(text).toContain('Cancel this payment');
});
