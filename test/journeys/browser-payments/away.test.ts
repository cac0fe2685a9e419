/**
 * One side is unavailable: the provider, its callback, the acquirer, or the payer. The order still ends correctly, and
 * its readers see it. Journeys that wait for the gateway's limits and schedule run concurrently.
 */
import type { Page } from 'playwright';
import { expect, it, vi } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, fillCard, heading, notice, payByCard, press, pressPayAndGoOn, stayBeforeTheShop } from '../form.ts';
import { oneAtATime } from '../rig.ts';
import { answer, approveAndLeave, goTo } from './hands.ts';
import { decided } from './merchant-server.ts';
import { useBrowserPaymentRig, walkAtLength, walkBothWays, walkBothWaysAtOnce } from './rig.ts';

/** Longer than the gateway's timeout for a provider. */
const SLOW_PROVIDER_MS = 12_000;

/** Longer than the gateway's timeout for its acquirer. */
const SILENT_ACQUIRER_MS_MAX = 40_000;

const rig = useBrowserPaymentRig();
/** Reloads the page until it offers the wallet, which may have been left out after failing to answer. */
async function backOn(page: Page, url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await page.goto(url);
      expect(await page.getByRole('button', { name: 'with Demo Wallet' }).count()).toBe(1);
    },
    { timeout: 30_000, interval: 500 },
  );
}

/** Serializes the journeys, so that an acquirer fault meets the intended payer. */
const onTheWayToTheAcquirer = oneAtATime();

walkBothWays('a provider that refuses leads nowhere, and another way works', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  await rig.wallet.misbehave({ mode: 'REFUSE' });
  await press(page, 'with Demo Wallet');
  expect(await notice(page, 'We cannot reach Demo Wallet right now')).toContain('You have not been charged.');
  expect(page.url()).toBe(url);
  await goTo(page, 'Demo Bank');
  await answer(page, 'Approve');
  await comeHome(page);
  await decided(rig.stack.merchant, orderId);
  await rig.expectLedgers(orderId, {
    gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT SUCCESS 57.20 EUR'],
    provider: ['PAYMENT APPROVED'],
  });
  expect(complaints).toEqual([]);
});

it('a provider that is down costs the payer no attempt, and is offered again when it is up', AT_LENGTH, async () => {
  const { sandbox, acquirerIsBack } = rig.stack;
  const { page, complaints } = await rig.payer();
  const { orderId, url } = await rig.checkout({ retryAttemptCount: 1 });
  await page.goto(url);
  await sandbox.kill();
  try {
    await press(page, 'with Demo Wallet');
    const words = await notice(page, 'We cannot reach Demo Wallet right now');
    expect(words).toContain('You can try 1 more time.');
  } finally {
    await sandbox.start();
  }
  await backOn(page, url);
  await goTo(page, 'Demo Wallet');
  await answer(page, 'Approve');
  await comeHome(page);
  await rig.expectLedgers(orderId, {
    gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT SUCCESS 57.20 EUR'],
    provider: ['PAYMENT APPROVED'],
  });
  expect(complaints).toEqual([]);
  // The following tests expect the usual state.
  await acquirerIsBack();
});

// Not concurrent, because the wallet refuses every payer.
it(
  'a provider that does not answer leaves the waiting page until it answers, and the payer sees the payment’s state',
  AT_LENGTH,
  async () => {
    const inMidst = await rig.payer();
    const checkout = await rig.checkout();
    await inMidst.page.goto(checkout.url);
    await goTo(inMidst.page, 'Demo Wallet');
    const { page, complaints } = await rig.payer();
    const { url } = await rig.checkout({ retryAttemptCount: 9 });
    await page.goto(url);
    await rig.wallet.misbehave({ mode: 'REFUSE' });
    const button = page.getByRole('button', { name: 'with Demo Wallet' });
    await vi.waitFor(
      async () => {
        await page.goto(url);
        if (await button.isVisible()) {
          await press(page, 'with Demo Wallet');
          await notice(page, 'We cannot reach Demo Wallet right now');
        }
        await page.goto(url);
        expect(await button.count()).toBe(0);
      },
      { timeout: 40_000, interval: 1_000 },
    );
    await page.getByRole('textbox', { name: 'Card number' }).first().waitFor();
    await inMidst.page.goto(checkout.url);
    await press(inMidst.page, 'Pay another way');
    expect(await notice(inMidst.page, 'We cannot reach Demo Wallet right now')).toContain('cannot pay another way yet');
    await rig.wallet.behave();
    await press(inMidst.page, 'Pay another way');
    await notice(inMidst.page, 'Your payment with Demo Wallet was cancelled');
    await backOn(page, url);
    await goTo(page, 'Demo Wallet');
    await answer(page, 'Approve');
    await comeHome(page);
    expect([...complaints, ...inMidst.complaints]).toEqual([]);
  },
);

walkAtLength('the payer comes back in another browser, which has no cookie', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const other = await rig.payer({ javaScriptEnabled });
  const { orderId, url, successIndicator } = await rig.checkout();
  await page.goto(url);
  const first = await page.context().newPage();
  await goTo(page, 'Demo Wallet');
  await other.page.goto(await approveAndLeave(page));
  await comeHome(other.page);
  expect(other.page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
  await first.goto(url);
  await first.getByText('You’ve already paid.').waitFor();
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
  expect([...complaints, ...other.complaints]).toEqual([]);
});

it.concurrent(
  'an acquirer that stays silent causes a page that nothing was charged, and the reversal of the authorization',
  AT_LENGTH,
  async () => {
    const { acquirer } = rig.stack;
    const { page, complaints } = await rig.payer();
    const { orderId, url } = await rig.checkout();
    await stayBeforeTheShop(page, rig.shop.origin);
    await page.goto(url);
    page.setDefaultTimeout(SILENT_ACQUIRER_MS_MAX);
    await fillCard(page);
    await onTheWayToTheAcquirer(async () => {
      await acquirer.misbehave({ mode: 'DROP_REPLY', count: 1 });
      await pressPayAndGoOn(page);
      await acquirer.ledgerOnce((ledger) => ledger.length === 1, orderId);
    });
    const words = await notice(page, 'The payment did not go through');
    expect(words).toContain('You have not been charged. Try again in a few minutes');
    await acquirer.ledgerOnce((ledger) => ledger.every(({ state }) => state === 'REVERSED'), orderId);

    await onTheWayToTheAcquirer(async () => {
      await payByCard(page);
      await heading(page, 'Payment complete');
    });
    expect(await acquirer.states(orderId)).toEqual(['REVERSED', 'APPROVED']);
    expect(complaints).toEqual([]);
  },
);

it.concurrent(
  'a payment at a silent provider is cancelled after ten seconds, and cannot be made there any more',
  AT_LENGTH,
  async () => {
    const { page, complaints } = await rig.payer();
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await rig.bank.misbehave({ mode: 'DELAY', delayMs: SLOW_PROVIDER_MS });
    await press(page, 'with Demo Bank');
    await notice(page, 'We cannot reach Demo Bank right now');
    await onTheWayToTheAcquirer(async () => {
      await payByCard(page);
      await comeHome(page);
    });
    await rig.expectLedgers(orderId, {
      gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT SUCCESS 57.20 EUR'],
      // The provider created the payment, but its page's address was lost.
      provider: ['PAYMENT OPEN'],
      acquirer: ['PAYMENT APPROVED'],
    });
    expect(complaints).toEqual([]);
  },
);

walkBothWaysAtOnce(
  'the tab is closed after paying, the provider never calls: the shop is notified in time, the payer sees it later',
  async ({ javaScriptEnabled }) => {
    await rig.wallet.misbehave({ mode: 'NEVER' });
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'Demo Wallet');
    const later = await page.context().newPage();
    await approveAndLeave(page);
    const order = await decided(rig.stack.merchant, orderId);
    expect(order.status).toBe('CAPTURED');
    expect(order.transaction[0]?.browserPayment?.interaction).not.toHaveProperty('timeReturned');
    await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });

    await later.goto(url);
    await later.getByText('You’ve already paid.').waitFor();
    await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] });
    expect(complaints).toEqual([]);
  },
);

walkAtLength(
  'a result that does not come: back at the shop unpaid, and no second payment',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url, successIndicator } = await rig.checkout({}, { reference: 'TEST-PENDING' });
    await page.goto(url);
    await press(page, 'with Demo Wallet');
    await heading(page, 'One moment: we’re checking with Demo Wallet');
    await page.getByText('Please don’t pay again yet.').waitFor();
    await comeHome(page);
    expect(page.url()).not.toContain(successIndicator);
    await page.goto(url);
    await heading(page, 'Demo Wallet has not answered yet');
    // Opening the link is not paying in this visit: the page does not redirect by itself.
    expect(await page.locator('[data-soon]').count()).toBe(0);
    await page.getByRole('link', { name: /Return to/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Status of this payment' }).click();
    await heading(page, 'Demo Wallet has not answered yet');
    await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT PENDING 57.20 EUR'], provider: ['PAYMENT WAITING'] });
    expect(complaints).toEqual([]);
  },
);
