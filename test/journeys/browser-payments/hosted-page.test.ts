/** From the hosted page to a provider and back: each answer that a payer can give there, and the page's message. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading, notice, payByCard, stayBeforeTheShop, waitBeforeTheShop } from '../form.ts';
import { answer, atProvider, goTo } from './hands.ts';
import { decided } from './merchant-server.ts';
import { useBrowserPaymentRig, walkAtLength, walkBothWaysAtOnce } from './rig.ts';

const rig = useBrowserPaymentRig();

walkBothWaysAtOnce('approved at the wallet, the payer returns paid', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url, successIndicator } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'Demo Wallet');
  expect(await page.locator('main').textContent()).toContain('57.20 EUR');
  const letIn = await waitBeforeTheShop(page, rig.shop.origin);
  await answer(page, 'Approve');
  await heading(page, 'Payment complete');
  letIn();
  await comeHome(page);
  expect(page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
  expect(complaints).toEqual([]);
});

walkBothWaysAtOnce('declined by the wallet, then cancelled there, then paid by card', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'Demo Wallet');
  await answer(page, 'Decline');
  const declined = await notice(page, 'Demo Wallet declined the payment');
  expect(declined).toContain('You have not been charged.');
  expect(declined).toContain('You can try 2 more times.');

  await goTo(page, 'Demo Wallet');
  await answer(page, 'Cancel and go back');
  const cancelled = await notice(page, 'Your payment with Demo Wallet was cancelled');
  expect(cancelled).toContain('You have not been charged.');
  expect(cancelled).not.toContain('You can try');

  await payByCard(page);
  await comeHome(page);
  await rig.expectLedgers(orderId, {
    gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT FAILURE 57.20 EUR', '3 PAYMENT SUCCESS 57.20 EUR'],
    provider: ['PAYMENT DECLINED', 'PAYMENT DECLINED'],
    acquirer: ['PAYMENT APPROVED'],
  });
  expect(complaints).toEqual([]);
});

walkAtLength('by transfer from a bank, with a later result', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'Demo Bank');
  await page.getByLabel('Meadow Savings Bank').check();
  await answer(page, 'Approve');
  await comeHome(page);
  const { transaction } = await decided(rig.stack.merchant, orderId);
  expect(transaction[0]).toMatchObject({ sourceOfFunds: { provided: { demoBank: { bankIdentifier: '20030040' } } } });
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
  expect(complaints).toEqual([]);
});

it.concurrent('AUTHORIZE is offered by the wallet alone, and ends with the amount reserved', async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, url } = await rig.checkout({ operation: 'AUTHORIZE' });
  await stayBeforeTheShop(page, rig.shop.origin);
  await page.goto(url);
  expect(await page.getByRole('button', { name: 'with Demo Bank', includeHidden: true }).count()).toBe(0);
  await goTo(page, 'Demo Wallet');
  await answer(page, 'Approve');
  await heading(page, 'Payment approved');
  await rig.expectLedgers(orderId, {
    gateway: ['1 AUTHORIZATION SUCCESS 57.20 EUR'],
    provider: ['AUTHORIZATION APPROVED'],
  });
  expect((await rig.stack.merchant.order(orderId)).body.status).toBe('AUTHORIZED');
  expect(complaints).toEqual([]);
});

it.concurrent('the shop has one name from the checkout to the status page', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { url } = await rig.checkout({ merchant: { name: 'The Corner Shop' } });
  await page.goto(url);
  const names = async () => [...new Set((await page.locator('main').textContent())?.match(/\b\w+ Shop/g))];
  expect(await names()).toEqual(['Corner Shop']);
  await goTo(page, 'Demo Wallet');
  expect(await names()).toEqual(['Corner Shop']);
  await answer(page, 'Approve');
  await comeHome(page);
  expect(complaints).toEqual([]);
});

walkAtLength('every page can be loaded again, and one payment is made', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await page.reload();
  await goTo(page, 'Demo Wallet');
  await page.reload();
  await atProvider(page);
  await answer(page, 'Approve');
  await comeHome(page);
  const letIn = await waitBeforeTheShop(page, rig.shop.origin);
  await page.goto(url.replace('/pay/', '/done/'));
  await heading(page, 'Payment complete');
  letIn();
  await comeHome(page);
  await page.goto(url);
  await page.getByText('You’ve already paid.').waitFor();
  expect(await page.locator('.receipt').textContent()).toContain('Demo Wallet');
  await page.reload();
  await heading(page, 'Payment complete');
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
  expect(complaints).toEqual([]);
});

walkAtLength('from the demo shop’s shelf to its thanks', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  await page.goto(rig.stack.shopOrigin);
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await goTo(page, 'Demo Wallet');
  await answer(page, 'Approve');
  await comeHome(page, { welcome: 'Thank you, it is paid' });
  expect(await page.locator('main').textContent()).toMatch(/Paid with\s*Demo Wallet/);
  expect(await page.locator('main').textContent()).toMatch(/Result indicator\s*matches/);
  await rig.expectLedgers(new URL(page.url()).searchParams.get('order') ?? '', {
    gateway: ['1 PAYMENT SUCCESS 9.80 EUR'],
    provider: ['PAYMENT APPROVED'],
    notifiedAt: `${rig.stack.shopOrigin}/notifications/receive`,
  });
  expect(complaints).toEqual([]);
});

// Not concurrent, because it changes a setting of the wallet.
walkAtLength(
  'brought back by a form, the payer is paid likewise',
  async ({ javaScriptEnabled }) => {
    await rig.wallet.returnBy('POST');
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'Demo Wallet');
    await answer(page, 'Approve');
    if (!javaScriptEnabled) {
      await answer(page, 'Continue');
    }
    await comeHome(page);
    await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
    expect(complaints).toEqual([]);
  },
  { concurrent: false },
);
