import { expect, it } from 'vitest';
import { heading, notice, payByGiftCard, stayBeforeTheShop } from './form.ts';
import { SCRIPT_OR_NOT, useRig } from './rig.ts';

/** The two digits before the last say the balance, in tens: 990 and 10. */
const FULL = '6006 0000 0000 0993';
const NEARLY_EMPTY = '6006 0000 0000 0019';

const rig = useRig();

it.concurrent.each(SCRIPT_OR_NOT)('$script: too little on the card, then a wrong PIN, then paid', async (options) => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { orderId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(url);

  await payByGiftCard(page, NEARLY_EMPTY, '1234');
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
