import { expect } from 'vitest';
import { heading, notice, payByCard, stayBeforeTheShop } from './form.ts';
import { inBothWaysAtOnce, useRig } from './rig.ts';

const rig = useRig();

inBothWaysAtOnce('$script: an amount that the merchant changes meanwhile is asked about first', async (options) => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { orderId, sessionId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(url);
  expect((await stack.merchant.updateSession(sessionId, { order: { amount: '61.50' } })).status).toBe(200);

  await payByCard(page);
  const words = await notice(page, 'The order has changed');
  expect(words).toContain('from €57.20 to €61.50');
  expect(words).toContain('You have not been charged.');
  expect(await stack.acquirer.ledger(orderId)).toEqual([]);
  await page.getByRole('button', { name: 'Pay €61.50', exact: true }).waitFor();

  await payByCard(page);
  await heading(page, 'Payment complete');
  const movements = (await stack.acquirer.ledger(orderId)).map(({ state, amount }) => `${state} ${amount}`);
  expect(movements).toEqual(['APPROVED 61.50']);
  expect((await stack.merchant.order(orderId)).body.totalCapturedAmount).toBe(61.5);
  expect(complaints).toEqual([]);
});
