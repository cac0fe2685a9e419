/** The successful end of each kind of checkout, and the data that returns with the payer. */
import { expect, it, vi } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import {
  comeHome,
  DECLINED,
  fillCard,
  heading,
  payByCard,
  press,
  stayBeforeTheShop,
  waitBeforeTheShop,
} from './form.ts';
import { useRig } from './rig.ts';

const rig = useRig();

it.concurrent('the payer returns to the address as it was, with the result indicator appended', async () => {
  const { stack, shop } = rig;
  const { page } = await rig.payer();
  const query = 'order=7&cart[id]=a%20b&empty=';
  const { url, successIndicator } = await stack.merchant.checkout({ returnUrl: `${shop.origin}/home?${query}#thanks` });
  await page.goto(url);
  await payByCard(page);
  await comeHome(page);
  expect(page.url()).toBe(`${shop.origin}/home?${query}&resultIndicator=${successIndicator}#thanks`);
  expect(shop.visits.filter((path) => path.startsWith('/home'))).toEqual([
    `/home?${query}&resultIndicator=${successIndicator}`,
  ]);
});

it.concurrent('a payer whose card was declined returns with another indicator', AT_LENGTH, async () => {
  const { stack, shop } = rig;
  const { page } = await rig.payer();
  const { url, successIndicator } = await stack.merchant.checkout({
    returnUrl: `${shop.origin}/declined?order=8`,
    retryAttemptCount: 1,
  });
  await page.goto(url);
  await payByCard(page, DECLINED);
  await heading(page, 'Your card was declined');
  await page.getByText('No attempts left.').waitFor();
  await page.getByRole('link', { name: 'Return to Harbour Lane Books' }).click();
  await comeHome(page);
  expect(page.url()).toMatch(/\/declined\?order=8&resultIndicator=[0-9a-f]{32}$/);
  expect(page.url()).not.toContain(successIndicator);
});

it.concurrent('AUTHORIZE ends with the amount reserved', AT_LENGTH, async () => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer();
  const { orderId, url, successIndicator } = await stack.merchant.checkout({
    operation: 'AUTHORIZE',
    returnUrl: `${shop.origin}/authorized`,
  });
  const letIn = await waitBeforeTheShop(page, shop.origin);
  await page.goto(url);
  await payByCard(page);
  await heading(page, 'Payment approved');
  letIn();
  expect((await stack.acquirer.ledger(orderId)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'AUTHORIZATION APPROVED',
  ]);
  expect((await stack.merchant.order(orderId)).body).toMatchObject({
    status: 'AUTHORIZED',
    totalAuthorizedAmount: 57.2,
    totalCapturedAmount: 0,
  });
  await vi.waitUntil(() => shop.visits.includes(`/authorized?resultIndicator=${successIndicator}`), {
    timeout: 30_000,
  });
  expect(complaints).toEqual([]);
});

it.concurrent('VERIFY ends with the card checked and nothing charged', async () => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer();
  const { orderId, url } = await stack.merchant.checkout(
    { operation: 'VERIFY', returnUrl: `${shop.origin}/verified` },
    { amount: null },
  );
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(url);
  expect(await page.getByText('Gift card').count()).toBe(0);
  await fillCard(page);
  await press(page, 'Check card');
  await heading(page, 'Card checked');
  expect((await stack.acquirer.ledger(orderId)).map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)).toEqual(
    ['VERIFICATION APPROVED 0.00'],
  );
  expect((await stack.merchant.order(orderId)).body).toMatchObject({ status: 'VERIFIED', totalCapturedAmount: 0 });
  expect(complaints).toEqual([]);
});

it.concurrent('NONE ends with the card in the session, masked for the merchant, and no message to the acquirer', async () => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer();
  const { orderId, sessionId, url } = await stack.merchant.checkout(
    { operation: 'NONE', returnUrl: `${shop.origin}/saved` },
    { amount: null },
  );
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(url);
  await fillCard(page);
  await press(page, 'Save card');
  await heading(page, 'Card saved');
  const { body, text } = await stack.merchant.session(sessionId);
  expect(body.sourceOfFunds?.provided?.card?.number).toBe('512345xxxxxx0008');
  expect(text).not.toContain('securityCode');
  expect(await stack.acquirer.ledger(orderId)).toEqual([]);
  expect((await stack.merchant.order(orderId)).status).toBe(400);
  expect(complaints).toEqual([]);
});

it.concurrent('a saved card is named on its receipt, which mentions no payment', AT_LENGTH, async () => {
  const { stack, shop } = rig;
  const { page } = await rig.payer();
  const { url } = await stack.merchant.checkout(
    { operation: 'NONE', returnUrl: `${shop.origin}/saved` },
    { amount: null },
  );
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(url);
  await fillCard(page);
  await press(page, 'Save card');
  await heading(page, 'Card saved');
  await page.goto(url);
  const receipt = await page.locator('main').textContent();
  expect(receipt).toContain('ending in 0008');
  expect(receipt).not.toMatch(/paid with|need to pay/i);
});

it.concurrent('a shop without a return URL promises no return', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { url } = await rig.stack.merchant.checkout({});
  await page.goto(url);
  await heading(page, 'Pay Harbour Lane Books');
  expect(await page.getByText('return to Harbour Lane Books').count()).toBe(0);
});

it.concurrent('a payer without a return URL ends on the receipt', async () => {
  const { page } = await rig.payer();
  const { url } = await rig.stack.merchant.checkout({});
  await page.goto(url);
  await payByCard(page);
  await heading(page, 'Payment complete');
  expect(await page.locator('main').textContent()).toContain('ending in 0008');
});
