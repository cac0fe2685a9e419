/**
 * Pages that end a checkout without a payment: each shows the reason, that nothing was charged, and the link back. Only
 * a payer who cancelled may continue later.
 */
import Database from 'better-sqlite3';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { idHash } from '../../src/platform/id-seal.ts';
import { comeHome, DECLINED, fillCard, heading, notice, payByCard, press } from './form.ts';
import { inBothWaysAtOnce, useRig } from './rig.ts';

const rig = useRig();

async function openCheckout(page: Page) {
  const { merchant } = rig.stack;
  const { origin } = rig.shop;
  const checkout = await merchant.checkout({
    returnUrl: `${origin}/back`,
    cancelUrl: `${origin}/cancelled`,
    timeoutUrl: `${origin}/too-late`,
  });
  await page.goto(checkout.url);
  return checkout;
}

async function returnLink(page: Page): Promise<string | null> {
  return page.getByRole('link', { name: 'Return to Harbour Lane Books' }).getAttribute('href');
}

inBothWaysAtOnce('$script: three declines end the page', async (options) => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { orderId, url } = await openCheckout(page);
  await payByCard(page, DECLINED);
  await page.getByText('You can try 2 more times.').waitFor();
  await payByCard(page, DECLINED);
  await page.getByText('You can try 1 more time.').waitFor();
  await payByCard(page, DECLINED);
  await heading(page, 'Your card was declined');
  await page.getByText('No attempts left.').waitFor();
  expect(await returnLink(page)).toBe(`${shop.origin}/cancelled`);
  await page.goto(url);
  await heading(page, 'Your card was declined');
  expect(await stack.acquirer.states(orderId)).toEqual(['DECLINED', 'DECLINED', 'DECLINED']);
  expect((await stack.merchant.order(orderId)).body).toMatchObject({ status: 'FAILED', result: 'FAILURE' });
  expect(complaints).toEqual([]);
});

inBothWaysAtOnce(
  '$script: a cancel leads to the shop with one press, and the payer can pay after all, but not by a form from before',
  async (options) => {
    const { stack, shop } = rig;
    const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
    const { orderId, url } = await openCheckout(page);
    const stillOpen = await page.context().newPage();
    await stillOpen.goto(url);
    await fillCard(stillOpen);
    await press(page, 'Cancel and return to Harbour Lane Books');
    await comeHome(page);
    expect(page.url()).toBe(`${shop.origin}/cancelled`);
    await press(stillOpen);
    expect(await notice(stillOpen, 'You cancelled this payment')).toContain('You have not been charged.');
    expect(await stack.acquirer.ledger(orderId)).toEqual([]);
    await page.goBack();
    await notice(page, 'You cancelled this payment');
    await payByCard(page);
    await comeHome(page);
    expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    expect(complaints).toEqual([]);
  },
);

it.concurrent('a payment whose session has ended cannot be made from a form that is still open', async () => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer();
  const { orderId, sessionId } = await openCheckout(page);
  await fillCard(page);
  // The shortest lifetime that a merchant may set is a minute, which is too long for a test.
  const store = new Database(stack.storeFile);
  store.prepare('UPDATE session SET expires_at = ? WHERE id = ?').run(Date.now() - 1, idHash(sessionId));
  store.close();
  await press(page);
  await heading(page, 'This payment has timed out');
  expect(await returnLink(page)).toBe(`${shop.origin}/too-late`);
  expect(await stack.acquirer.ledger(orderId)).toEqual([]);
  expect(complaints).toEqual([]);
});

it.concurrent('a link without a payment shows that', async () => {
  const { page } = await rig.payer();
  const response = await page.goto(`${rig.stack.origin}/checkout/pay/SESSION000000000000000000000000`);
  expect(response?.status()).toBe(404);
  await heading(page, 'We cannot find this payment');
});
