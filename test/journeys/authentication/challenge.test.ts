/**
 * Payers with a frictionless authentication, with a passed challenge, and with a failed one: with script and without.
 */
import { expect } from 'vitest';
import { comeHome, heading, notice, payByCard } from '../form.ts';
import { inBothWays, inBothWaysAtLength, useRig } from '../rig.ts';
import { atBank, CODE, enterCode, FRICTIONLESS, leaveBank, REJECTED, violations } from './hands.ts';

const rig = useRig({ asksBanks: true });

async function open(javaScriptEnabled: boolean) {
  const payer = await rig.payer({ javaScriptEnabled });
  const checkout = await rig.stack.merchant.checkout({
    returnUrl: `${rig.shop.origin}/back`,
    cancelUrl: `${rig.shop.origin}/cancelled`,
  });
  await payer.page.goto(checkout.url);
  return { ...payer, ...checkout };
}

const NONE = { own: [], received: [] };

inBothWays('$script: a frictionless authentication shows no page of the bank', async ({ javaScriptEnabled }) => {
  const { page, complaints, orderId } = await open(javaScriptEnabled);
  await payByCard(page, FRICTIONLESS);
  await comeHome(page);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect((await rig.stack.merchant.order(orderId)).body).toMatchObject({ status: 'CAPTURED' });
  expect(await violations(rig.stack)).toMatchObject(NONE);
  expect(complaints).toEqual([]);
});

inBothWays('$script: a correct answer to the bank pays once', async ({ javaScriptEnabled }) => {
  const { page, complaints, orderId, successIndicator } = await open(javaScriptEnabled);
  await payByCard(page, CODE);
  const bank = await atBank(page, javaScriptEnabled);
  await enterCode(bank);
  await leaveBank(bank, javaScriptEnabled);
  await comeHome(page);
  expect(page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect(await violations(rig.stack)).toMatchObject(NONE);
  expect(complaints).toEqual([]);
});

inBothWaysAtLength('$script: three wrong codes pay nothing, and the order can be paid', async (options) => {
  const { javaScriptEnabled } = options;
  const { page, orderId } = await open(javaScriptEnabled);
  await payByCard(page, CODE);
  const bank = await atBank(page, javaScriptEnabled);
  for (const left of ['twice', 'once']) {
    await enterCode(bank, '000000');
    await bank.getByText(`You may try ${left} more`).waitFor();
  }
  await enterCode(bank, '000000');
  await leaveBank(bank, javaScriptEnabled);
  const words = await notice(page, 'Your bank did not confirm this payment');
  expect(words).toContain('You have not been charged.');
  expect(words).toContain('You can try 2 more times.');
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
  await payByCard(page, FRICTIONLESS);
  await comeHome(page);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

inBothWays('$script: a payer whom the bank rejects reads its message', async ({ javaScriptEnabled }) => {
  const { page, orderId } = await open(javaScriptEnabled);
  await payByCard(page, REJECTED);
  await notice(page, 'Your bank did not confirm this payment');
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
});

inBothWays('$script: a cancel on our page pays nothing, and the payer can pay after all', async (options) => {
  const { page, complaints, orderId, url } = await open(options.javaScriptEnabled);
  await payByCard(page, CODE);
  await heading(page, 'Your bank asks you to confirm');
  // By key: a click just after scrolling may still land in the frame of another site's process.
  await page.getByRole('button', { name: 'Cancel this payment' }).press('Enter');
  await notice(page, 'You cancelled this payment');
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
  await page.goto(url);
  await payByCard(page, FRICTIONLESS);
  await comeHome(page);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect(complaints).toEqual([]);
});

inBothWaysAtLength('$script: a cancel at the bank is shown, and nothing is paid', async (options) => {
  const { javaScriptEnabled } = options;
  const { page, orderId } = await open(javaScriptEnabled);
  await payByCard(page, CODE);
  const bank = await atBank(page, javaScriptEnabled);
  await bank.getByRole('button', { name: 'Cancel' }).click();
  await leaveBank(bank, javaScriptEnabled);
  await notice(page, 'You cancelled this payment');
  // No payment was refused: no attempt is counted.
  expect(await page.locator('main').textContent()).not.toContain('You can try');
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
});
