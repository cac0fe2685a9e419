/** A payer whose connection breaks around a press: the page stays, reports it, and then shows the true result. */
import { expect, it, onTestFinished } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { openDroppingProxy } from '../support/dropping-proxy.ts';
import { comeHome, DECLINED, fillCard, heading, notice, payByCard, press, pressPayAndGoOn } from './form.ts';
import { useRig } from './rig.ts';

const ASKING = 'We lost the connection and are asking.';
const UNSENT = 'It didn’t reach us. Please try again.';

const rig = useRig();

async function payerBehindProxy() {
  const proxy = await openDroppingProxy();
  onTestFinished(() => proxy.close());
  const { page } = await rig.payer({ proxy: { server: proxy.address } });
  const checkout = await rig.stack.merchant.checkout({
    returnUrl: `${rig.shop.origin}/back`,
    cancelUrl: `${rig.shop.origin}/cancelled`,
  });
  await page.goto(checkout.url);
  return { proxy, page, ...checkout };
}

it('a form filled in offline is not sent, keeps its values, and pays once the payer is online', async () => {
  const { stack, shop } = rig;
  const { page } = await rig.payer();
  const { orderId, url } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/back` });
  await page.goto(url);
  await page.context().setOffline(true);
  await payByCard(page);
  await page.getByRole('alert').filter({ hasText: 'You’re offline. Nothing was sent.' }).waitFor();
  expect(await page.getByLabel('Card number', { exact: true }).inputValue()).toBe('5123 4500 0000 0008');
  expect(page.url()).toBe(url);
  expect(await stack.acquirer.states(orderId)).toEqual([]);
  await page.context().setOffline(false);
  await press(page);
  await comeHome(page);
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it('a payment whose answer is lost is made once, and its payer returns with the result', async () => {
  const { proxy, page, orderId, successIndicator } = await payerBehindProxy();
  proxy.drop('answer');
  await payByCard(page);
  await page.getByText(ASKING).waitFor();
  proxy.drop(undefined);
  await comeHome(page);
  expect(page.url()).toContain(successIndicator);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it('a decline whose answer is lost is shown like any other', AT_LENGTH, async () => {
  const { proxy, page, orderId } = await payerBehindProxy();
  proxy.drop('answer');
  await payByCard(page, DECLINED);
  await page.getByText(ASKING).waitFor();
  proxy.drop(undefined);
  expect(await notice(page, 'Your card was declined')).toContain('You can try 2 more times.');
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['DECLINED']);
});

it('a payment that never arrived is not sent again by itself, and is paid by the next press', async () => {
  const { proxy, page, orderId, url } = await payerBehindProxy();
  const entries = await page.evaluate('history.length');
  proxy.drop('request');
  await payByCard(page);
  await page.getByText(ASKING).waitFor();
  proxy.drop(undefined);
  await page.getByRole('alert').filter({ hasText: UNSENT }).waitFor();
  expect([page.url(), await page.evaluate('history.length')]).toEqual([url, entries]);
  expect(await page.getByLabel('Security code').inputValue()).toBe('100');
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
  await press(page);
  await comeHome(page);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it('a proxy’s own error does not count as an answer', AT_LENGTH, async () => {
  const { proxy, page, orderId } = await payerBehindProxy();
  proxy.drop('badGateway');
  await payByCard(page);
  await page.getByText(ASKING).waitFor();
  proxy.drop(undefined);
  await comeHome(page);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it('a cancel whose answer is lost leads to the shop', AT_LENGTH, async () => {
  const { proxy, page, orderId } = await payerBehindProxy();
  proxy.drop('answer');
  await press(page, /^Cancel and return/);
  await page.getByText(ASKING).waitFor();
  proxy.drop(undefined);
  await page.waitForURL(`${rig.shop.origin}/cancelled**`);
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
});

it(
  'a page shows the result though the gateway was killed with the payment under way and started again',
  AT_LENGTH,
  async () => {
    const { stack } = rig;
    const { page } = await rig.payer();
    const { orderId, url } = await stack.merchant.checkout({});
    await page.goto(url);
    await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: 30_000 });
    await fillCard(page);
    await pressPayAndGoOn(page);
    await stack.acquirer.ledgerOnce((ledger) => ledger.length === 1, orderId);
    await stack.gateway.kill();
    try {
      await page.getByText(ASKING).waitFor();
      await stack.acquirer.misbehave({ mode: 'NONE' });
    } finally {
      await stack.gateway.start();
    }
    await notice(page, 'The payment did not go through');
    await payByCard(page);
    await heading(page, 'Payment complete');
    const ledger = await stack.acquirer.ledgerOnce((entries) => entries[1]?.state === 'APPROVED', orderId);
    expect(ledger.map(({ state }) => state)).toEqual(['REVERSED', 'APPROVED']);
  },
);

it('two presses on a slow line make one payment', async () => {
  const { proxy, page, orderId } = await payerBehindProxy();
  await fillCard(page);
  await page.evaluate(
    "document.querySelector('#card').requestSubmit(); document.querySelector('#card').requestSubmit()",
  );
  await comeHome(page);
  expect(proxy.posts).toBe(1);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});
