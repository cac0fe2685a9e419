/**
 * A return URL as a provider has it in its logs: a request without the payer's cookie gets no session id that serves as
 * a password, and still leads to the payer's page.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { authorizationOf, MERCHANT_PATH } from '../../support/merchant.ts';
import { nextAddress } from '../../support/scriptless.ts';
import { comeHome, DECLINED, heading, notice, payByCard } from '../form.ts';
import { answer, approveAndLeave, goTo } from './hands.ts';
import { useBrowserPaymentRig, walkBothWaysAtOnce } from './rig.ts';

const rig = useBrowserPaymentRig();
const SESSION = /SESSION[0-9A-Za-z]{24}/g;

/** Every answer to an unauthenticated client that has only this address, page by page. */
async function strangersAnswers(returnLink: string): Promise<string> {
  let [address, all] = [returnLink as string | undefined, ''];
  for (let steps = 0; address?.startsWith(rig.stack.origin) && steps < 20; steps += 1) {
    const answered: Response = await fetch(address, { redirect: 'manual' });
    const text = await answered.text();
    all += `${[...answered.headers].join('\n')}\n${text}\n`;
    const next = nextAddress(answered, text);
    address = next && new URL(next, address).href;
  }
  return all;
}

/** @returns the statuses of a call that changes the session, with its id as a password, and without credentials */
async function asPassword(id: string): Promise<number[]> {
  const card = { sourceOfFunds: { provided: { card: { number: '5123450000000008' } } } };
  const calls = [
    [MERCHANT_PATH, { authorization: authorizationOf(id) }, card],
    [MERCHANT_PATH.replace('/100/', '/49/'), {}, { apiOperation: 'UPDATE_PAYER_DATA', ...card }],
  ] as const;
  return Promise.all(
    calls.map(async ([path, headers, body]) => {
      const url = `${rig.stack.origin}${path}/session/${id}`;
      return (await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) })).status;
    }),
  );
}

async function expectNoPassword(answers: string, sessionId: string): Promise<void> {
  const ids = new Set(answers.match(SESSION));
  expect(ids.size).toBeGreaterThan(0);
  expect([...ids]).not.toContain(sessionId);
  for (const id of ids) {
    expect(await asPassword(id)).toEqual([401, 401]);
  }
}

/** Declines at the provider, and returns to the page. @returns the return URL */
async function declineAndReturn(page: Page): Promise<string> {
  const returning = page.waitForRequest(/\/return\//);
  await answer(page, 'Decline');
  await notice(page, 'Demo Wallet declined the payment');
  return (await returning).url();
}

walkBothWaysAtOnce('paid: it leads to the shop, by an id that is no password', async ({ javaScriptEnabled }) => {
  const { page } = await rig.payer({ javaScriptEnabled });
  const { sessionId, url, successIndicator } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'Demo Wallet');
  const returnLink = await approveAndLeave(page);
  await expectNoPassword(await strangersAnswers(returnLink), sessionId);
  // The payer returns in another browser.
  const other = await rig.payer({ javaScriptEnabled });
  await other.page.goto(returnLink);
  await comeHome(other.page);
  expect(other.page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
});

walkBothWaysAtOnce('declined: it leads to a form that pays, and is no password', async ({ javaScriptEnabled }) => {
  const { page } = await rig.payer({ javaScriptEnabled });
  const { sessionId, url, orderId } = await rig.checkout();
  await page.goto(url);
  await goTo(page, 'Demo Wallet');
  const returnLink = await declineAndReturn(page);
  // The payer's own browser is where it was.
  expect(page.url()).toBe(url);
  await expectNoPassword(await strangersAnswers(returnLink), sessionId);
  const other = await rig.payer({ javaScriptEnabled });
  await other.page.goto(returnLink);
  await notice(other.page, 'Demo Wallet declined the payment');
  // A form sent to the address does not reveal an id either.
  await payByCard(other.page, DECLINED);
  await notice(other.page, 'Your card was declined');
  await other.page.goto(returnLink);
  await notice(other.page, 'Your card was declined');
  expect(other.page.url()).not.toContain(sessionId);
  await payByCard(other.page);
  await comeHome(other.page);
  expect((await rig.stack.merchant.order(orderId)).body.status).toBe('CAPTURED');
  expect(await asPassword(sessionId)).toEqual([200, 200]);
});

it.concurrent('a payment link leads to no id of a session behind it', async () => {
  const { page } = await rig.payer();
  const { body } = await rig.stack.merchant.call('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    checkoutMode: 'PAYMENT_LINK',
    paymentLink: { expiryDateTime: new Date(Date.now() + 3_600_000).toISOString() },
    interaction: { operation: 'PURCHASE' },
    order: { id: `link-${Date.now()}`, amount: '57.20', currency: 'EUR' },
  });
  await page.goto(body.checkout?.url ?? '');
  await goTo(page, 'Demo Wallet');
  const returnLink = await declineAndReturn(page);
  await expectNoPassword(await strangersAnswers(returnLink), body.session?.id ?? '');
});

walkBothWaysAtOnce('begun in a frame of the shop’s page: as anywhere', async ({ javaScriptEnabled }) => {
  const { page } = await rig.payer({ javaScriptEnabled });
  const { sessionId, url, successIndicator } = await rig.checkout();
  await page.goto(url.replace('/checkout/', '/checkout/embedded/'));
  await page.getByRole('button', { name: 'with Demo Wallet' }).click();
  await page.getByRole('link', { name: /Demo Wallet|Continue/ }).click();
  await page.waitForURL(/\/providers\//);
  const returnLink = await approveAndLeave(page);
  await expectNoPassword(await strangersAnswers(returnLink), sessionId);
  const other = await rig.payer({ javaScriptEnabled });
  await other.page.goto(returnLink);
  await heading(other.page, 'Payment complete');
  await comeHome(other.page);
  expect(other.page.url()).toContain(successIndicator);
});
