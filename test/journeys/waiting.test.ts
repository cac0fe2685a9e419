/** A payer with a slow bank. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { comeHome, DECLINED, fillCard, notice, pressPayAndSee } from './form.ts';
import { inBothWays, useRig } from './rig.ts';

/** Longer than a payer sees only a spinning button. */
const SLOW_MS = 5_000;
const VERY_SLOW_MS = 30_000;
const WAITING = 'One moment, please';

const rig = useRig();

inBothWays('$script: sees the progress, and returns once it is paid', async ({ javaScriptEnabled }) => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url, successIndicator } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await page.goto(url);
  await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_MS });
  await fillCard(page);
  await pressPayAndSee(page, WAITING);
  const words = await page.locator('main').textContent();
  expect(words).toContain('Please don’t pay again yet.');
  expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  await comeHome(page);
  expect(page.url()).toBe(`${shop.origin}/back?resultIndicator=${successIndicator}`);
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect(complaints).toEqual([]);
});

inBothWays('$script: sees that the card was declined, and can try another', async ({ javaScriptEnabled }) => {
  const { stack } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await stack.merchant.checkout({});
  await page.goto(url);
  await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_MS });
  await fillCard(page, DECLINED);
  await pressPayAndSee(page, WAITING);
  expect(await notice(page, 'Your card was declined')).toContain('You have not been charged.');
  expect(await page.getByLabel('Card number', { exact: true }).inputValue()).toBe('');
  expect(await stack.acquirer.states(orderId)).toEqual(['DECLINED']);
  expect(complaints).toEqual([]);
});

it(
  'a payer sees the result on the same page, though the gateway was killed and restarted meanwhile',
  AT_LENGTH,
  async () => {
    const { stack } = rig;
    const { page } = await rig.payer();
    const { orderId, url } = await stack.merchant.checkout({});
    await page.goto(url);
    await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: VERY_SLOW_MS });
    await fillCard(page);
    await pressPayAndSee(page, WAITING);
    await stack.gateway.kill();
    try {
      await stack.acquirer.misbehave({ mode: 'NONE' });
    } finally {
      await stack.gateway.start();
    }
    expect(await notice(page, 'The payment did not go through')).toMatch(
      /You will not be charged\.|You have not been charged\./,
    );
    await stack.acquirer.ledgerOnce((entries) => entries[0]?.state === 'REVERSED', orderId);
  },
);
