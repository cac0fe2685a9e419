/** A card payment that the bank decides later: its payer need not wait, and learns the result without an action. */
import { expect } from 'vitest';
import { comeHome, heading, payByCard, stayBeforeTheShop, waitBeforeTheShop } from './form.ts';
import { inBothWaysAtOnce, useRig } from './rig.ts';

const rig = useRig();

/**
 * The sandbox's bank approves after half a minute, here half a second; the gateway queries after 2 s, and after 5 more.
 */
const PENDING = '11/39';
/** The bank reports an unknown result for this expiry. */
const UNKNOWN = '05/37';
const RESULT_MS_MAX = 40_000;

inBothWaysAtOnce('$script: the page shows by itself that it is paid, and leads to the shop', async (options) => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { orderId, url, successIndicator } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  const letIn = await waitBeforeTheShop(page, shop.origin);
  await page.goto(url);
  await payByCard(page, PENDING);
  await heading(page, 'Your bank has not answered yet');
  await page.getByRole('link', { name: 'Return to Harbour Lane Books' }).waitFor();
  letIn();
  await comeHome(page, { timeout: RESULT_MS_MAX });
  expect(page.url()).toBe(`${shop.origin}/back?resultIndicator=${successIndicator}`);
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect(complaints).toEqual([]);
});

inBothWaysAtOnce('$script: with an unknown result the payer keeps the status page, and can leave', async (options) => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { url, successIndicator } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await page.goto(url);
  await payByCard(page, UNKNOWN);
  await heading(page, 'We’re still finding out');
  await page.getByRole('link', { name: 'Status of this payment' }).click();
  await page.getByRole('heading', { name: 'Steps of this payment' }).waitFor();
  const home = page.getByRole('link', { name: 'Return to Harbour Lane Books' });
  expect(await home.getAttribute('href')).toBe(`${shop.origin}/`);
  await stayBeforeTheShop(page, shop.origin);
  expect(await page.content()).not.toContain(successIndicator);
  expect(complaints).toEqual([]);
});
