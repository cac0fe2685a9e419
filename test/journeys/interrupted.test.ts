/** A payer who waits while a component behind the page fails. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { fillCard, heading, notice, payByCard, pressPayAndGoOn, stayBeforeTheShop } from './form.ts';
import { useRig } from './rig.ts';

/** Longer than the test: the gateway is killed before this delay ends. */
const SLOW_ACQUIRER_MS = 30_000;

const rig = useRig();

it('a payer who waits while the gateway is killed sees that nothing was charged, and pays once', async () => {
  const { stack, shop } = rig;
  const { page } = await rig.payer();
  const { orderId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(url);
  await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_ACQUIRER_MS });
  await fillCard(page);
  await pressPayAndGoOn(page);
  await stack.acquirer.ledgerOnce((ledger) => ledger.length === 1, orderId);
  await stack.gateway.kill();
  try {
    await stack.acquirer.misbehave({ mode: 'NONE' });
  } finally {
    await stack.gateway.start();
  }

  // The page polls by itself, and shows the outcome once the gateway is back.
  const failureNotice = () => notice(page, 'The payment did not go through');
  expect(await failureNotice()).toMatch(/You will not be charged\.|You have not been charged\./);
  await stack.acquirer.ledgerOnce((entries) => entries[0]?.state === 'REVERSED', orderId);
  await expect.poll(() => page.reload().then(failureNotice)).toContain('You have not been charged.');
  await payByCard(page);
  await heading(page, 'Payment complete');
  const ledger = await stack.acquirer.ledgerOnce((entries) => entries[1]?.state === 'APPROVED', orderId);
  expect(ledger.map(({ state }) => state)).toEqual(['REVERSED', 'APPROVED']);
});

it('a payer whose acquirer is down sees that nothing was charged, and pays once it is up', AT_LENGTH, async () => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer();
  const { orderId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(url);
  await stack.acquirer.misbehave({ mode: 'REFUSE' });
  await payByCard(page);
  expect(await notice(page, 'The payment did not go through')).toContain('Try again in a few minutes');
  expect(await stack.acquirer.ledger(orderId)).toEqual([]);
  await stack.acquirer.misbehave({ mode: 'NONE' });
  await stack.acquirerIsBack();
  await payByCard(page);
  await heading(page, 'Payment complete');
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect(complaints).toEqual([]);
});
