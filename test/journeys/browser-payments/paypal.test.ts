/**
 * From the hosted page to PayPal and back, with script and without: each answer that a payer can give there, the page's
 * message, and the ledgers of both sides, row by row.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading, notice, payByCard, stayBeforeTheShop, waitBeforeTheShop } from '../form.ts';
import { lineOf } from './disagreements.ts';
import { atProvider, goTo } from './hands.ts';
import { retrieveOrder } from './ledgers.ts';
import { decided } from './merchant-server.ts';
import { PAYPAL_CARDS, payAtPayPal } from './paypal-hands.ts';
import { createProviderControl } from './provider-control.ts';
import { useBrowserPaymentRig, walkAtLength, walkBothWaysAtOnce } from './rig.ts';

const rig = useBrowserPaymentRig();

const cancelAtPayPal = (page: Page) => page.getByRole('button', { name: /^Cancel and return/ }).click();

/** The ledgers of both sides for an order, and that all calls follow PayPal's API description. */
async function expectLedgers(
  orderId: string,
  expected: { readonly gateway: readonly string[]; readonly paypal: readonly string[] },
): Promise<void> {
  const [{ transaction }, entries, violations] = await Promise.all([
    retrieveOrder(rig.stack.merchant, orderId),
    createProviderControl(rig.stack.shopOrigin, 'paypal', 'PayPal').ledger(orderId),
    fetch(`${rig.stack.shopOrigin}/providers/paypal/violations`).then((response) => response.json()),
  ]);
  expect({
    gateway: transaction.map(lineOf),
    paypal: entries.map(({ kind, amount, state }) => `${kind} ${amount} ${state}`),
    violations,
  }).toMatchObject({ ...expected, violations: { answers: [], unknownFields: [] } });
}

const PAID = {
  gateway: ['1 PAYMENT SUCCESS 57.20 EUR'],
  paypal: ['ORDER 57.20 COMPLETED', 'CAPTURE 57.20 COMPLETED'],
};

walkBothWaysAtOnce('approved at PayPal, the payer returns paid', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url, successIndicator } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'PayPal');
  expect(await page.locator('main').textContent()).toContain('57.20 EUR');
  const letIn = await waitBeforeTheShop(page, rig.shop.origin);
  await payAtPayPal(page, 'balance');
  await heading(page, 'Payment complete');
  letIn();
  await comeHome(page);
  expect(page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
  await expectLedgers(orderId, PAID);
  expect(complaints).toEqual([]);
});

walkBothWaysAtOnce(
  'a card that is declined leads back to PayPal, and another one pays',
  async ({ javaScriptEnabled }) => {
    // No robot: a second request of the return address is the payer's return with a second choice.
    const { page, complaints } = await rig.payer({ javaScriptEnabled, isWithRobot: false });
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'PayPal');
    await payAtPayPal(page, 'declined');
    await page.getByText('That did not pay. Choose another way to pay.').waitFor();
    await payAtPayPal(page, 'visa');
    await comeHome(page);
    await expectLedgers(orderId, PAID);
    expect(complaints).toEqual([]);
  },
);

walkAtLength('declined twice, then cancelled there, then paid by card', async ({ javaScriptEnabled }) => {
  // No robot, as above.
  const { page, complaints } = await rig.payer({ javaScriptEnabled, isWithRobot: false });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'PayPal');
  await payAtPayPal(page, 'declined');
  await page.getByText('That did not pay. Choose another way to pay.').waitFor();
  await payAtPayPal(page, 'declined');
  expect(await notice(page, 'PayPal declined the payment')).toContain('You have not been charged.');

  await goTo(page, 'PayPal');
  await cancelAtPayPal(page);
  expect(await notice(page, 'Your payment with PayPal was cancelled')).toContain('You have not been charged.');

  await payByCard(page);
  await comeHome(page);
  await expectLedgers(orderId, {
    gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT FAILURE 57.20 EUR', '3 PAYMENT SUCCESS 57.20 EUR'],
    paypal: ['ORDER 57.20 APPROVED', 'ORDER 57.20 PAYER_ACTION_REQUIRED'],
  });
  expect(complaints).toEqual([]);
});

walkAtLength(
  'by a bank’s transfer the payer waits at no page, and the shop is notified later',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'PayPal');
    await payAtPayPal(page, 'bank');
    await comeHome(page);
    await decided(rig.stack.merchant, orderId);
    await expectLedgers(orderId, PAID);
    expect(complaints).toEqual([]);
  },
);

it.concurrent('AUTHORIZE ends with the amount reserved, and is captured and refunded in parts', async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, url } = await rig.checkout({ operation: 'AUTHORIZE' });
  await stayBeforeTheShop(page, rig.shop.origin);
  await page.goto(url);
  await goTo(page, 'PayPal');
  await payAtPayPal(page, 'visa');
  await heading(page, 'Payment approved');
  for (const [id, apiOperation, amount] of [
    ['2', 'CAPTURE', '20.00'],
    ['3', 'CAPTURE', '37.20'],
    ['4', 'REFUND', '7.20'],
  ] as const) {
    await rig.stack.merchant.call('PUT', `/order/${orderId}/transaction/${id}`, {
      apiOperation,
      transaction: { amount, currency: 'EUR' },
    });
  }
  await expectLedgers(orderId, {
    gateway: [
      '1 AUTHORIZATION SUCCESS 57.20 EUR',
      '2 CAPTURE SUCCESS 20.00 EUR',
      '3 CAPTURE SUCCESS 37.20 EUR',
      '4 REFUND SUCCESS 7.20 EUR',
    ],
    paypal: [
      'ORDER 57.20 COMPLETED',
      'AUTHORIZATION 57.20 CAPTURED',
      'CAPTURE 20.00 COMPLETED',
      'CAPTURE 37.20 PARTIALLY_REFUNDED',
      'REFUND 7.20 COMPLETED',
    ],
  });
  expect(complaints).toEqual([]);
});

walkAtLength(
  'a payer who closes the browser at PayPal has paid, and the link shows it',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'PayPal');
    await page.route(/\/return\//, (route) => route.abort());
    await page.getByLabel(PAYPAL_CARDS.balance).check();
    await page.getByRole('button', { name: 'Pay now' }).click({ noWaitAfter: true });
    await decided(rig.stack.merchant, orderId);
    await page.unroute(/\/return\//);
    await stayBeforeTheShop(page, rig.shop.origin);
    await page.goto(url);
    await page.getByText('You’ve already paid.').waitFor();
    await expectLedgers(orderId, PAID);
    expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
  },
);

walkAtLength(
  'a payer who presses Back at PayPal may pay another way, and is not charged there any more',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'PayPal');
    const approval = page.url();
    await page.goto(url);
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await payByCard(page);
    await comeHome(page);
    await page.goto(approval);
    await atProvider(page);
    await payAtPayPal(page, 'balance');
    await comeHome(page);
    await expectLedgers(orderId, {
      gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT SUCCESS 57.20 EUR'],
      paypal: ['ORDER 57.20 APPROVED'],
    });
    expect(complaints).toEqual([]);
  },
);

it.concurrent('PayPal is not offered in a currency that it does not support', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { url } = await rig.checkout({}, { currency: 'KWD', amount: '5.000' });
  await page.goto(url);
  await page.getByRole('button', { name: 'with Demo Wallet' }).waitFor();
  expect(await page.getByRole('button', { name: 'with PayPal' }).count()).toBe(0);
});

walkAtLength('from the demo shop’s shelf to its thanks', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  await page.goto(rig.stack.shopOrigin);
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await goTo(page, 'PayPal');
  await payAtPayPal(page, 'visa');
  await comeHome(page, { welcome: 'Thank you, it is paid' });
  expect(await page.locator('main').textContent()).toMatch(/Paid with\s*PayPal/);
  await expectLedgers(new URL(page.url()).searchParams.get('order') ?? '', {
    gateway: ['1 PAYMENT SUCCESS 9.80 EUR'],
    paypal: ['ORDER 9.80 COMPLETED', 'CAPTURE 9.80 COMPLETED'],
  });
  expect(complaints).toEqual([]);
});
