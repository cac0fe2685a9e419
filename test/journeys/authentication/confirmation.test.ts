/**
 * Payers follow a link to confirm at their bank a payment that the merchant could not charge alone: with script and
 * without.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { newOrderId } from '../../support/merchant.ts';
import { heading, notice, press } from '../form.ts';
import { inBothWays, inBothWaysAtLength, useRig } from '../rig.ts';
import { ASKED, atBank, enterCode, leaveBank, violations } from './hands.ts';
import { APPROVED_EXPIRY, linkFor, renew, renewal } from './renewal.ts';

const rig = useRig({ asksBanks: true });

const TO_BANK = 'Continue to your bank';
const PAID = 'Payment complete';

async function open(javaScriptEnabled = true) {
  const made = await renewal(rig.stack);
  const { url, ...ran } = await linkFor(rig.stack, made.orderId);
  expect(ran).toMatchObject({ code: 0, err: '' });
  const payer = await rig.payer({ javaScriptEnabled });
  await payer.page.goto(url);
  await heading(payer.page, ASKED);
  return { ...payer, ...made, url };
}

const states = (orderId: string) => rig.stack.acquirer.states(orderId);

/** Presses the button, and answers the bank. @param code a wrong code instead of the bank's */
async function confirm(page: Page, isScripted = true, code?: string): Promise<void> {
  await press(page, TO_BANK);
  const bank = await atBank(page, isScripted);
  await enterCode(bank, code);
  if (code === undefined) {
    await leaveBank(bank, isScripted);
  }
}

async function paidOnce(orderId: string): Promise<void> {
  expect(await states(orderId)).toEqual(['DECLINED', 'APPROVED']);
  const { body } = await rig.stack.merchant.order(orderId);
  expect(body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12 });
}

/** A browser that sends no cookies. */
async function withoutCookies(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const { cookie: _cookie, ...headers } = await route.request().allHeaders();
    await route.continue({ headers });
  });
}

inBothWays('$script: a press and an answer to the bank pay the order, once', async (options) => {
  const { javaScriptEnabled } = options;
  const { page, complaints, orderId, agreement, url } = await open(javaScriptEnabled);
  for (const words of ['€12.00', 'Mastercard •••• 0008', 'A box of books', agreement.id, orderId]) {
    await page.getByText(words).first().waitFor();
  }
  expect(await page.getByRole('textbox').count()).toBe(0);
  await confirm(page, javaScriptEnabled);
  await heading(page, PAID);
  await paidOnce(orderId);
  await page.goto(url);
  await page.getByText('You’ve already paid.').waitFor();
  expect(await violations(rig.stack)).toMatchObject({ own: [], received: [] });
  expect(complaints).toEqual([]);
});

it('a confirmed payment counts as the payer’s under the agreement, and later renewals succeed', async () => {
  const { page, orderId, agreement } = await open();
  await confirm(page);
  await heading(page, PAID);
  const { body } = await rig.stack.merchant.transaction(orderId, '1');
  expect(body).toMatchObject({
    agreement,
    authentication: { transactionId: '3DS-1' },
    gatewayEntryPoint: 'CHECKOUT_VIA_WEBSITE',
    sourceOfFunds: { provided: { card: { storedOnFile: 'TO_BE_STORED' } } },
    transaction: { source: 'INTERNET', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
  });
  const next = { orderId: newOrderId(), agreement };
  const card = { type: 'CARD', provided: { card: { number: '5123450000000008', expiry: APPROVED_EXPIRY } } };
  expect((await renew(rig.stack.merchant, next, 'r1', { sourceOfFunds: card })).body.result).toBe('SUCCESS');
});

inBothWaysAtLength('$script: no step needs a cookie', async ({ javaScriptEnabled }) => {
  const made = await renewal(rig.stack);
  const { url } = await linkFor(rig.stack, made.orderId);
  const { page } = await rig.payer({ javaScriptEnabled });
  await withoutCookies(page);
  await page.goto(url);
  await confirm(page, javaScriptEnabled);
  await heading(page, PAID);
  await paidOnce(made.orderId);
});

it('the link describes the payment fully in the payer’s language', AT_LENGTH, async () => {
  const made = await renewal(rig.stack);
  const { url } = await linkFor(rig.stack, made.orderId);
  const { page } = await rig.payer({ locale: 'de-DE' });
  await page.goto(url);
  await heading(page, 'Ihre Bank bittet um Bestätigung');
  await page.getByText('hat versucht, diese Zahlung von Ihrer gespeicherten Karte einzuziehen').waitFor();
  await press(page, 'Weiter zu Ihrer Bank');
});

inBothWaysAtLength('$script: a payer whom the bank does not confirm may try again, and pays once', async (options) => {
  const { javaScriptEnabled } = options;
  const { page, orderId } = await open(javaScriptEnabled);
  await press(page, TO_BANK);
  const bank = await atBank(page, javaScriptEnabled);
  for (const left of ['twice', 'once']) {
    await enterCode(bank, '000000');
    await bank.getByText(`You may try ${left} more`).waitFor();
  }
  await enterCode(bank, '000000');
  await leaveBank(bank, javaScriptEnabled);
  const words = await notice(page, 'Your bank did not confirm this payment');
  expect(words).toContain('You have not been charged.');
  expect(words).toContain('You can try 4 more times.');
  expect(words).not.toContain('another card');
  expect(await states(orderId)).toEqual(['DECLINED']);
  await confirm(page, javaScriptEnabled);
  await heading(page, PAID);
  await paidOnce(orderId);
});

it('a payer who cancels pays nothing, and may confirm after all', AT_LENGTH, async () => {
  const { page, orderId } = await open();
  await press(page, TO_BANK);
  await atBank(page, true);
  await page.getByRole('button', { name: 'Cancel this payment' }).press('Enter');
  await notice(page, 'You cancelled this payment');
  expect(await states(orderId)).toEqual(['DECLINED']);
  await confirm(page);
  await heading(page, PAID);
  await paidOnce(orderId);
});

it('two payers of a link are challenged once, and both see the one payment', AT_LENGTH, async () => {
  const { page, orderId, url } = await open();
  const { page: other } = await rig.payer();
  await other.goto(url);
  await heading(other, ASKED);
  await press(page, TO_BANK);
  const bank = await atBank(page, true);
  await press(other, TO_BANK);
  await atBank(other, true);
  await enterCode(bank);
  await heading(page, PAID);
  await heading(other, PAID);
  await paidOnce(orderId);
});

it('two links of one order pay it once', AT_LENGTH, async () => {
  const { page, orderId } = await open();
  const { url } = await linkFor(rig.stack, orderId);
  const { page: other } = await rig.payer();
  // Otherwise it receives the payment's event, or polls, and leaves the bank's page before its payer has answered.
  await other.route('**/events', () => new Promise(() => undefined));
  await other.route('**/favicon.svg', (route) => route.abort());
  await other.goto(url);
  await press(other, TO_BANK);
  const late = await atBank(other, true);
  await confirm(page);
  await heading(page, PAID);
  await enterCode(late);
  await other.unroute('**/favicon.svg');
  await heading(other, PAID);
  await paidOnce(orderId);
});

it('a button that is pressed twice at once starts one challenge', AT_LENGTH, async () => {
  const { page, orderId } = await open(false);
  const form = await page.locator('form', { has: page.getByRole('button', { name: TO_BANK }) }).evaluate((element) => {
    const { action } = element as HTMLFormElement;
    return { action, fields: Object.fromEntries(new FormData(element as HTMLFormElement)) as Record<string, string> };
  });
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const post = () =>
    fetch(form.action, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: rig.stack.origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form.fields),
    });
  expect((await Promise.all([post(), post(), post()])).map(({ status }) => status)).toEqual([303, 303, 303]);
  await page.reload();
  const bank = await atBank(page, false);
  await enterCode(bank);
  await leaveBank(bank, false);
  await heading(page, PAID);
  await paidOnce(orderId);
  const { body } = await rig.stack.merchant.order(orderId);
  expect(body.transaction?.map(({ transaction }) => transaction.type)).toEqual([
    'PAYMENT',
    'AUTHENTICATION',
    'PAYMENT',
  ]);
});

it(
  'an order that the merchant has charged meanwhile is shown as paid, and is not charged again',
  AT_LENGTH,
  async () => {
    const { page, orderId, agreement, url } = await open();
    const card = { type: 'CARD', provided: { card: { number: '5123450000000008', expiry: APPROVED_EXPIRY } } };
    await renew(rig.stack.merchant, { orderId, agreement }, 'r2', { sourceOfFunds: card });
    await press(page, TO_BANK);
    await heading(page, PAID);
    await page.goto(url);
    await page.getByText('You’ve already paid.').waitFor();
    expect(await states(orderId)).toEqual(['DECLINED', 'APPROVED']);
    const { code, err } = await linkFor(rig.stack, orderId);
    expect([code, err]).toMatchObject([2, expect.stringContaining('This order is paid')]);
  },
);

it('an answer to the bank does not pay an order that the merchant has charged meanwhile', AT_LENGTH, async () => {
  const { page, orderId, agreement } = await open();
  await press(page, TO_BANK);
  const bank = await atBank(page, true);
  const card = { type: 'CARD', provided: { card: { number: '5123450000000008', expiry: APPROVED_EXPIRY } } };
  await renew(rig.stack.merchant, { orderId, agreement }, 'r2', { sourceOfFunds: card });
  await enterCode(bank);
  await heading(page, PAID);
  expect(await states(orderId)).toEqual(['DECLINED', 'APPROVED']);
});

it('a renewal that is declined again leaves the link as it was', AT_LENGTH, async () => {
  const { page, orderId, agreement } = await open();
  await renew(rig.stack.merchant, { orderId, agreement }, 'r2');
  await confirm(page);
  await heading(page, PAID);
  expect(await states(orderId)).toEqual(['DECLINED', 'DECLINED', 'APPROVED']);
});

it('an old link does not confirm an order that was tried with another amount since', AT_LENGTH, async () => {
  const { page, orderId, agreement, url } = await open();
  const order = { amount: '13.00', currency: 'EUR' };
  await renew(rig.stack.merchant, { orderId, agreement }, 'r2', { order });
  await press(page, TO_BANK);
  await heading(page, 'This link is no longer valid');
  await page.getByText('You have not been charged.').waitFor();
  await page.goto(url);
  await heading(page, 'This link is no longer valid');
  expect(await states(orderId)).toEqual(['DECLINED', 'DECLINED']);
  const { url: fresh } = await linkFor(rig.stack, orderId);
  await page.goto(fresh);
  await page.getByText('€13.00').first().waitFor();
  await confirm(page);
  await heading(page, PAID);
});

it('a link that the merchant has ended early starts no authentication', AT_LENGTH, async () => {
  const { page, orderId, url } = await open();
  const session = url.split('/').at(-1) ?? '';
  const paymentLink = { expiryDateTime: '2026-01-01T00:00:00.000Z' };
  expect((await rig.stack.merchant.updateSession(session, { paymentLink })).status).toBe(200);
  await press(page, TO_BANK);
  await heading(page, 'This payment has timed out');
  expect(await states(orderId)).toEqual(['DECLINED']);
});

it(
  'a gateway that is killed while the bank challenges the payer makes the payment once after its start',
  AT_LENGTH,
  async () => {
    const { page, orderId } = await open();
    await press(page, TO_BANK);
    const bank = await atBank(page, true);
    await rig.stack.gateway.kill();
    await rig.stack.gateway.start();
    await rig.stack.acquirerIsBack();
    await enterCode(bank);
    await heading(page, PAID);
    await paidOnce(orderId);
  },
);
