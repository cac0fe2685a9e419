/** The browser's history restores no data of a declined card. */
import { expect } from 'vitest';
import { DECLINED, notice, payByCard } from './form.ts';
import { inBothWaysAtOnce, useRig } from './rig.ts';

const rig = useRig();

inBothWaysAtOnce('$script: Back after a decline shows the decline, and neither number nor code', async (options) => {
  const { stack, shop } = rig;
  const { page } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await page.goto(url);
  await payByCard(page, DECLINED);
  await notice(page, 'Your card was declined');
  await page.goBack();
  await page.waitForLoadState();
  expect(await notice(page, 'Your card was declined')).toContain('You can try 2 more times.');
  expect(await page.getByLabel('Card number', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel('Security code').inputValue()).toBe('');
});
