/**
 * Payments that the merchant's own server starts: to the provider by the redirectUrl, and back to the returnUrl with
 * any result.
 */
import { expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { comeHome, heading } from '../form.ts';
import { answer, atProvider } from './hands.ts';
import { retrieveOrder } from './ledgers.ts';
import { confirm, statusUrl } from './merchant-server.ts';
import { useBrowserPaymentRig, walkAtLength, walkBothWaysAtOnce, withScriptAndWithout } from './rig.ts';

const rig = useBrowserPaymentRig();
const AT_MERCHANT = { settings: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' } };
const PAID = { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] };

// Sequential, because each changes a setting of the wallet.
itAtLength(['GET', 'POST'] as const, isFirst)(
  'a payer returns by %s, and continues to the shop from the page that shows the payment as paid',
  (method) =>
    withScriptAndWithout(async ({ javaScriptEnabled }) => {
      await rig.wallet.returnBy(method);
      const { page, complaints } = await rig.payer({ javaScriptEnabled });
      const query = `by=${method}&script=${javaScriptEnabled}&cart[id]=a%20b&empty=`;
      const { orderId, redirectUrl } = await rig.initiate({ returnUrl: `${rig.shop.origin}/home?${query}#thanks` });
      await page.goto(redirectUrl);
      await atProvider(page);
      await answer(page, 'Approve');
      if (method === 'POST' && !javaScriptEnabled) {
        await answer(page, 'Continue');
      }
      await heading(page, 'Paid: €57.20 to Example Shop');
      await comeHome(page);
      expect(page.url()).toBe(`${rig.shop.origin}/home?${query}#thanks`);
      expect(
        rig.shop.visits.filter((path) => path.startsWith(`/home?by=${method}&script=${javaScriptEnabled}`)),
      ).toEqual([`/home?${query}`]);
      await rig.expectLedgers(orderId, PAID);
      expect(complaints).toEqual([]);
    })(),
);

walkAtLength('declined, the payer returns all the same', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, redirectUrl } = await rig.initiate();
  await page.goto(redirectUrl);
  await answer(page, 'Decline');
  const words = page.locator('main', { hasText: 'You have not been charged' });
  await words.getByText('Demo Wallet declined the payment.').waitFor();
  await comeHome(page);
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT FAILURE 57.20 EUR'], provider: ['PAYMENT DECLINED'] });
  expect(complaints).toEqual([]);
});

walkBothWaysAtOnce(
  'agreed at the provider and confirmed by the shop: the truth before and after',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { merchant } = rig.stack;
    const { orderId, redirectUrl } = await rig.initiate(AT_MERCHANT);
    await page.goto(redirectUrl);
    expect((await confirm(merchant, orderId)).status).toBe(400);
    await page.getByText('Example Shop completes the payment afterwards.').waitFor();
    // The redirect leads to an empty answer, so that the payer stays on the gateway's page and its link can be checked.
    await page.route(`${rig.shop.origin}/**`, (route) => route.fulfill({ status: 204 }));
    await answer(page, 'Agree to');
    await heading(page, 'You have not been charged yet');
    await page.getByRole('link', { name: 'Status of this payment' }).click();
    await page.waitForURL(statusUrl(redirectUrl));
    await heading(page, 'You have not been charged yet');
    await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT PENDING 57.20 EUR'], provider: ['PAYMENT AGREED'] });

    expect(await Promise.all([confirm(merchant, orderId), confirm(merchant, orderId)])).toMatchObject([
      { result: 'SUCCESS' },
      { result: 'SUCCESS' },
    ]);
    await heading(page, 'Paid: €57.20 to Example Shop');
    await rig.expectLedgers(orderId, PAID);
    expect(complaints).toEqual([]);
  },
);

it.concurrent('a shop without notifications gets none', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate({ reference: 'TEST-SUCCEED', notificationUrl: undefined });
  await page.goto(redirectUrl);
  await comeHome(page);
  await rig.expectLedgers(orderId, { ...PAID, notifiedAt: null });
  expect(complaints).toEqual([]);
});

it.concurrent('each step has its time, in the payer’s order', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate();
  const status = async () => {
    const { transaction } = await retrieveOrder(rig.stack.merchant, orderId);
    return transaction[0]?.browserPayment?.interaction?.status;
  };
  expect(await status()).toBe('INITIATED');
  await page.goto(redirectUrl);
  expect(await status()).toBe('REDIRECTED_TO_PROVIDER');
  await answer(page, 'Approve');
  await comeHome(page);
  expect(await status()).toBe('COMPLETED');
  await rig.expectLedgers(orderId, PAID);
  expect(complaints).toEqual([]);
});

const SHIPPING = {
  shipping: {
    contact: { firstName: 'Ada', lastName: 'Byrne' },
    address: { street: '7 Mill Lane', city: 'Cork', postcodeZip: 'T12 X70A', country: 'IRL' },
  },
};

itAtLength(
  [
    ['is the payer’s to change', {}, { chosen: 'Ada Byrne', choices: 4, isSeen: true }],
    ['stands', { overrideShippingAddress: true }, { chosen: undefined, choices: 0, isSeen: true }],
    [
      'is not shown by the provider',
      { displayShippingAddress: false },
      { chosen: undefined, choices: 0, isSeen: false },
    ],
  ] as const,
  isFirst,
  { concurrent: true },
)('an address that %s', async (_, settings, { chosen, choices, isSeen }) => {
  const { page, complaints } = await rig.payer();
  const { orderId, redirectUrl } = await rig.initiate({ settings, body: SHIPPING });
  await page.goto(redirectUrl);
  const offered = page.getByRole('radio');
  expect(await offered.count()).toBe(choices);
  expect(await page.getByText('7 Mill Lane, T12 X70A Cork, Ireland').isVisible()).toBe(isSeen);
  if (chosen !== undefined) {
    expect(await page.getByLabel(chosen).isChecked()).toBe(true);
    await page.getByLabel('12 Harbour Row').check();
  }
  await answer(page, 'Approve');
  await comeHome(page);
  await rig.expectLedgers(orderId, PAID);
  expect(complaints).toEqual([]);
});
