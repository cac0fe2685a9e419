/**
 * The payer's status page: on any device, without a cookie, correct at once and updated, without confidential data for
 * a finder of the link.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading, waitBeforeTheShop } from '../form.ts';
import { answer } from './hands.ts';
import { confirm, statusUrl } from './merchant-server.ts';
import { useBrowserPaymentRig, walkBothWaysAtOnce } from './rig.ts';

const rig = useBrowserPaymentRig();
const AT_MERCHANT = { settings: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } };

async function steps(page: Page): Promise<string[]> {
  const items = await page.locator('.steps li').allInnerTexts();
  return items.map((text) => text.replace(/\n.*\d{4}.*/s, ' ✓').replace(/\s+/g, ' '));
}

walkBothWaysAtOnce(
  'in another browser it follows the payment from its beginning to its end',
  async ({ javaScriptEnabled }) => {
    const payer = await rig.payer();
    // No robot: it would follow the link to the provider, which is the step that this page shows.
    const watcher = await rig.payer({ javaScriptEnabled, isWithRobot: false });
    const { orderId, redirectUrl } = await rig.initiate(AT_MERCHANT);
    const { page } = watcher;
    await page.goto(statusUrl(redirectUrl));
    await heading(page, 'You have not been charged');
    await page.getByRole('link', { name: 'Continue with Demo Wallet' }).waitFor();
    expect(await steps(page)).toEqual([
      'Payment started ✓',
      'Sent to Demo Wallet not yet',
      'Back from Demo Wallet not yet',
      'Waiting for the result not yet',
    ]);

    await payer.page.goto(redirectUrl);
    await answer(payer.page, 'Agree to');
    await heading(payer.page, 'You have not been charged yet');
    await comeHome(payer.page);
    await heading(page, 'You have not been charged yet');
    await page.getByText('Example Shop still has to take it').waitFor();

    expect((await confirm(rig.stack.merchant, orderId)).result).toBe('SUCCESS');
    await heading(page, 'Paid: €57.20 to Example Shop');
    expect(await steps(page)).toEqual([
      'Payment started ✓',
      'Sent to Demo Wallet ✓',
      'Back from Demo Wallet ✓',
      'Result known ✓',
    ]);
    expect(await page.getByText('This page updates by itself.').count()).toBe(0);
    await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
    expect([...payer.complaints, ...watcher.complaints]).toEqual([]);
  },
);

it.concurrent('the status page shows nothing of the order, sets no cookie, and contacts no other host', async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate({
    reference: 'TEST-SUCCEED',
    body: { customer: { email: 'ada@example.com' } },
  });
  await page.goto(redirectUrl);
  await comeHome(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.goto(statusUrl(redirectUrl));
  await heading(page, 'Paid: €57.20 to Example Shop');
  const text = await page.content();
  for (const secret of [orderId, 'TEST-SUCCEED', 'ada@example.com', `${rig.shop.origin}/back`, '/return/']) {
    expect(text).not.toContain(secret);
  }
  expect(new Set(asked)).toEqual(new Set([rig.stack.origin]));
  expect(await page.context().cookies()).toEqual([]);
  expect(complaints).toEqual([]);
});

it.concurrent('later movements by the shop are shown when the page is opened again', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate({ operation: 'AUTHORIZE', reference: 'TEST-SUCCEED' });
  const letIn = await waitBeforeTheShop(page, rig.shop.origin);
  await page.goto(redirectUrl);
  await heading(page, 'Reserved: €57.20 for Example Shop');
  letIn();
  await comeHome(page);
  const act = async (id: string, body: object) => {
    const {
      text,
      body: { result },
    } = await rig.stack.merchant.call('PUT', `/order/${orderId}/transaction/${id}`, body);
    expect(result, text).toBe('SUCCESS');
    await page.goto(statusUrl(redirectUrl));
  };
  const money = (amount: string) => ({ transaction: { amount, currency: 'EUR' } });
  await act('2', { apiOperation: 'CAPTURE', ...money('57.20') });
  await heading(page, 'Paid: €57.20 to Example Shop');
  await act('3', { apiOperation: 'REFUND', ...money('7.20') });
  await heading(page, 'Example Shop has refunded €7.20');
  await rig.expectLedgers(orderId, {
    gateway: ['1 AUTHORIZATION SUCCESS 57.20 EUR', '2 CAPTURE SUCCESS 57.20 EUR', '3 REFUND SUCCESS 7.20 EUR'],
    provider: ['AUTHORIZATION APPROVED', 'CAPTURE APPROVED', 'REFUND APPROVED'],
  });
  expect(complaints).toEqual([]);
});

it.concurrent('a payment that the shop voids is shown as undone', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate({ reference: 'TEST-SUCCEED' });
  await page.goto(redirectUrl);
  await comeHome(page);
  await rig.stack.merchant.call('PUT', `/order/${orderId}/transaction/2`, {
    apiOperation: 'VOID',
    transaction: { targetTransactionId: '1' },
  });
  await page.goto(statusUrl(redirectUrl));
  await heading(page, 'Example Shop has cancelled this payment');
  await rig.expectLedgers(orderId, {
    gateway: ['1 PAYMENT SUCCESS 57.20 EUR', '2 VOID_PAYMENT SUCCESS 57.20 EUR'],
    provider: ['PAYMENT REVERSED', 'VOID APPROVED'],
  });
  expect(complaints).toEqual([]);
});

it.concurrent('the page of a returning payer refreshes its state by itself', async () => {
  const { page, complaints } = await rig.payer();
  const payer = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate();
  // As on a phone whose connections stall while another app is in front.
  await page.route(/\/events/, () => undefined);
  await page.goto(statusUrl(redirectUrl));
  await heading(page, 'You have not been charged');
  await payer.page.goto(redirectUrl);
  await answer(payer.page, 'Approve');
  await comeHome(payer.page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You have not been charged');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading(page, 'Paid: €57.20 to Example Shop');
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
  expect([...complaints, ...payer.complaints]).toEqual([]);
});

it.concurrent('a change between the page and its first event is not missed', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate(AT_MERCHANT);
  await page.goto(redirectUrl);
  await answer(page, 'Agree to');
  await comeHome(page);
  let confirmed: Promise<unknown> | undefined;
  // The route stays: removing it with the first request can delay the next page.
  await page.route(/\/events/, async (route) => {
    confirmed ??= confirm(rig.stack.merchant, orderId);
    await confirmed;
    await route.continue();
  });
  await page.goto(statusUrl(redirectUrl));
  await heading(page, 'Paid: €57.20 to Example Shop');
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
  expect(complaints).toEqual([]);
});

it.concurrent('the status page prints on one sheet, without buttons', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate({ reference: 'TEST-SUCCEED' });
  await page.goto(redirectUrl);
  await comeHome(page);
  await page.goto(statusUrl(redirectUrl));
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.locator('.steps').isVisible()).toBe(true);
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
  expect(complaints).toEqual([]);
});
