import { expect } from 'vitest';
import { isFirst, itAtLength } from '../support/at-length.ts';
import {
  APPROVED,
  DECLINED,
  fillGiftCard,
  heading,
  notice,
  payByCard,
  payByGiftCard,
  press,
  stayBeforeTheShop,
} from './form.ts';
import { inBothWaysAtOnce, SCRIPT_OR_NOT, useRig } from './rig.ts';

/** The two digits before the last encode the balance, in tens: 990, 10, 20 and zero. */
const FULL = '6006 0000 0000 0993';
const NEARLY_EMPTY = ['6006 0000 0000 0019', '6006 0000 0001 0018'];
const TWENTY = ['6006 0000 0000 0027', '6006 0000 0001 0026'];
const EMPTY = '6006 0000 0000 0001';

const rig = useRig();

inBothWaysAtOnce('$script: an empty card, then a wrong PIN, then paid', async (options) => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { orderId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(url);

  await payByGiftCard(page, EMPTY, '1234');
  expect(await notice(page, 'Your gift card was declined')).toContain('not have enough money left');
  await payByGiftCard(page, FULL, '9999');
  await page.getByText('You can try 2 more times.').waitFor();
  expect(await notice(page, 'Your gift card was declined')).toContain('Check its number and PIN');
  await payByGiftCard(page, FULL, '1234');
  await heading(page, 'Payment complete');

  expect(await stack.acquirer.states(orderId)).toEqual(['DECLINED', 'DECLINED', 'APPROVED']);
  const { body } = await stack.merchant.order(orderId);
  expect(body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 57.2, sourceOfFunds: { type: 'GIFT_CARD' } });
  expect(complaints).toEqual([]);
});

itAtLength(
  SCRIPT_OR_NOT.map((options, index) => ({ ...options, number: NEARLY_EMPTY[index] as string })),
  isFirst,
  { concurrent: true },
)(
  '$script: a gift card shows its balance and pays a part, one card is refused, and another one pays the rest',
  async ({ javaScriptEnabled, number }) => {
    const { stack, shop } = rig;
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
    await stayBeforeTheShop(page, shop.origin);
    await page.goto(url);

    await fillGiftCard(page, number, '1234');
    await press(page, 'Check balance');
    expect(await notice(page, 'On your gift card: €10.00')).toContain('you pay the other €47.20 by card');
    expect(await stack.acquirer.states(orderId)).toEqual([]);

    // The card's details are not requested a second time.
    await page.locator('form#giftCard button[type=submit]:not([name])').click();
    const part = page.getByRole('region', { name: 'Gift card' });
    await part.getByText('To pay by card').waitFor();
    expect(((await part.textContent()) ?? '').replace(/\s+/g, ' ')).toContain('€10.00To pay by card€47.20');
    await page.reload();
    await part.waitFor();

    await payByCard(page, DECLINED);
    await notice(page, 'Your card was declined');
    await payByCard(page, APPROVED);
    await heading(page, 'Payment complete');
    await page.goto(url);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByText(/Gift card ending in \d{4}: €10.00/).waitFor();
    await receipt.getByText('Mastercard ending in 0008: €47.20').waitFor();

    expect(await stack.acquirer.states(orderId)).toEqual(['DECLINED', 'APPROVED', 'DECLINED', 'APPROVED']);
    const { body } = await stack.merchant.order(orderId);
    expect(body).toMatchObject({ status: 'CAPTURED', amount: 57.2, totalCapturedAmount: 57.2 });
    expect(complaints).toEqual([]);
  },
);

itAtLength(
  SCRIPT_OR_NOT.map((options, index) => ({ ...options, number: TWENTY[index] as string })),
  isFirst,
  { concurrent: true },
)(
  '$script: a gift card that is removed again is released, and Back shows no form that is accepted',
  async ({ javaScriptEnabled, number }) => {
    const { stack, shop } = rig;
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
    await stayBeforeTheShop(page, shop.origin);
    await page.goto(url);

    await payByGiftCard(page, number, '1234');
    await press(page, 'Remove gift card');
    expect(await notice(page, 'The gift card is not used')).toContain('€20.00 on it is free again');
    expect(await stack.acquirer.states(orderId)).toEqual(['DECLINED', 'REVERSED']);

    await page.goBack();
    await page.goto(url);
    await payByCard(page);
    await heading(page, 'Payment complete');
    expect(await stack.acquirer.states(orderId)).toEqual(['DECLINED', 'REVERSED', 'APPROVED']);
    const { body } = await stack.merchant.order(orderId);
    expect(body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 57.2, sourceOfFunds: { type: 'CARD' } });
    expect(complaints).toEqual([]);
  },
);
