/**
 * A payer who switches between page, provider and shop, in one tab or in two: money moves once, for the amount that was
 * shown.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading, notice, PAY, payByCard, press, stayBeforeTheShop } from '../form.ts';
import { answer, atProvider, goTo } from './hands.ts';
import { useBrowserPaymentRig, walkAtLength, walkBothWaysAtOnce } from './rig.ts';

const rig = useBrowserPaymentRig();
const STARTED = 'You started to pay with Demo Wallet';
const PAID_ONCE = { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] };

walkAtLength('Back from the provider, and on with it', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'Demo Wallet');
  await page.goBack();
  await heading(page, STARTED);
  await page.getByText('You have not been charged.').waitFor();
  await page.getByRole('link', { name: 'Continue with Demo Wallet' }).click();
  await atProvider(page);
  await answer(page, 'Approve');
  await comeHome(page);
  await rig.expectLedgers(orderId, PAID_ONCE);
  expect(complaints).toEqual([]);
});

walkBothWaysAtOnce(
  'Back from the provider, and paid another way: the provider’s page, still open, cannot pay any more',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'Demo Wallet');
    const stillOpen = await page.context().newPage();
    const providersPage = page.url();
    await stillOpen.goto(providersPage);
    await page.goBack();
    await press(page, 'Pay another way');
    expect(await notice(page, 'Your payment with Demo Wallet was cancelled')).toContain('You have not been charged.');
    await payByCard(page);
    await comeHome(page);

    await stayBeforeTheShop(page, rig.shop.origin);
    await answer(stillOpen, 'Approve');
    await heading(stillOpen, 'Payment complete');
    await page.goto(providersPage);
    await heading(page, 'No longer wanted');
    await rig.expectLedgers(orderId, {
      gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT SUCCESS 57.20 EUR'],
      provider: ['PAYMENT WITHDRAWN'],
      acquirer: ['PAYMENT APPROVED'],
    });
    expect(complaints).toEqual([]);
  },
);

walkAtLength('a second tab cannot pay beside the provider', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  const other = await page.context().newPage();
  await page.goto(url);
  await other.goto(url);
  await goTo(page, 'Demo Wallet');
  await payByCard(other);
  await heading(other, STARTED);
  await answer(page, 'Approve');
  await comeHome(page);
  await other.getByRole('link', { name: 'Continue with Demo Wallet' }).click();
  await heading(other, 'Paid: €57.20 to Harbour Lane Books');
  await rig.expectLedgers(orderId, PAID_ONCE);
  expect(complaints).toEqual([]);
});

it.concurrent('two tabs that start a payment by wallet and by bank at the same moment start one payment', async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, url } = await rig.checkout();
  const other = await page.context().newPage();
  const tabs = [page, other];
  await Promise.all(tabs.map((tab) => tab.goto(url)));
  await Promise.all([press(page, 'with Demo Wallet'), press(other, 'with Demo Bank')]);
  for (const tab of tabs) {
    await goOn(tab);
  }
  expect(other.url()).toBe(page.url());
  for (const tab of tabs) {
    await answer(tab, 'Approve');
  }
  await Promise.all(tabs.map((tab) => comeHome(tab)));
  await rig.expectLedgers(orderId, PAID_ONCE);
  expect(complaints).toEqual([]);
});

/** The second tab may show that the payer is already at the provider. */
async function goOn(tab: Page): Promise<void> {
  const link = tab.getByRole('link', { name: /^Continue with/ });
  const approve = tab.getByRole('button', { name: 'Approve' });
  await link.or(approve).waitFor();
  if (await tab.getByRole('heading', { name: /^You started to pay/ }).isVisible()) {
    await link.click();
  }
  await approve.waitFor();
}

walkAtLength('double clicks, here and there, make one payment', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await page.getByRole('button', { name: 'with Demo Wallet' }).dblclick();
  await atProvider(page);
  await page.getByRole('button', { name: 'Approve' }).dblclick();
  await comeHome(page);
  await rig.expectLedgers(orderId, PAID_ONCE);
  expect(complaints).toEqual([]);
});

walkAtLength('Back from the shop after paying leads to the receipt', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'Demo Wallet');
  await answer(page, 'Approve');
  await comeHome(page);
  await page.goBack();
  await heading(page, 'Payment complete');
  await page.goBack();
  await heading(page, 'Approved');
  await answer(page, 'Go back');
  await comeHome(page);
  await page.goto(url);
  await page.getByText('You’ve already paid.').waitFor();
  expect(await page.getByRole('button', { name: PAY }).count()).toBe(0);
  await rig.expectLedgers(orderId, PAID_ONCE);
  expect(complaints).toEqual([]);
});

walkAtLength('an amount that the merchant changes meanwhile is asked about first', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, sessionId, url } = await rig.checkout();
  await page.goto(url);
  await rig.stack.merchant.updateSession(sessionId, { order: { amount: '61.50' } });
  await press(page, 'with Demo Wallet');
  expect(await notice(page, 'The order has changed')).toContain('from €57.20 to €61.50');
  await goTo(page, 'Demo Wallet');
  expect(await page.locator('main').textContent()).toContain('61.50 EUR');
  // The payment is for the amount shown here, even if the merchant changes it now.
  await rig.stack.merchant.updateSession(sessionId, { order: { amount: '70.00' } });
  await answer(page, 'Approve');
  await page.getByText('You paid €61.50 to Harbour Lane Books.').waitFor();
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 61.50 EUR'], provider: ['PAYMENT APPROVED'] });
  expect(complaints).toEqual([]);
});

// Not concurrent, because the wallet refuses every payer.
it('a payment at a provider that cannot be reached excludes other methods until it can be', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'Demo Wallet');
  await rig.wallet.misbehave({ mode: 'REFUSE' });
  await page.goBack();
  await press(page, 'Pay another way');
  expect(await notice(page, 'We cannot reach Demo Wallet right now')).toContain('you cannot pay another way yet');
  await rig.wallet.behave();
  await press(page, 'Pay another way');
  await notice(page, 'Your payment with Demo Wallet was cancelled');
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT FAILURE 57.20 EUR'], provider: ['PAYMENT WITHDRAWN'] });
  expect(complaints).toEqual([]);
});
