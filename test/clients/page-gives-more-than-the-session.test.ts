// @module-tag at-length
/** Pages written for versions up to 62, which give more fields than the session. */
import { expect } from 'vitest';
import { CALLBACKS, callbackCalls, useWorld, VERSIONED } from '../browser-scripts/checkout/world.ts';
import { payByCard, press } from '../journeys/form.ts';
import { isFirst, itAtLength } from '../support/at-length.ts';
import { authorizationOf, newOrderId } from '../support/merchant.ts';
import { API_PASSWORD } from '../support/stack.ts';

const world = useWorld();
const BUTTON = '<button onclick="Checkout.showPaymentPage()">Check out</button>';

async function session(order: object): Promise<string> {
  const answer = await fetch(`${world.rig.stack.origin}/api/rest/version/62/merchant/TESTSHOP/session`, {
    method: 'POST',
    headers: { authorization: authorizationOf(API_PASSWORD) },
    body: JSON.stringify({
      apiOperation: 'CREATE_CHECKOUT_SESSION',
      interaction: { operation: 'PURCHASE' },
      order: { id: newOrderId(), currency: 'EUR', ...order },
    }),
  });
  const { session } = (await answer.json()) as { session: { id: string } };
  return session.id;
}

const configured = (id: string, amount: string) => `Checkout.configure({
  merchant: 'TESTSHOP', session: { id: '${id}' },
  order: { amount: ${amount}, currency: 'USD', description: 'Tea' },
  interaction: { merchant: { name: 'Evil Ltd' }, displayControl: { billingAddress: 'HIDE' } },
  billing: { address: { city: 'Ghent' } }, customer: { email: 'a@b.example' }, transaction: { reference: 'x' },
});`;

itAtLength(
  [
    ['gives it, by a function too', {}, '€7.00'],
    ['never overrides what the shop’s server gave', { amount: '57.20' }, '€57.20'],
  ],
  isFirst,
)('a page that has the amount %s', async (_what, order, shown) => {
  const { page, complaints } = await world.rig.payer();
  const id = await session(order);
  const script = configured(id, '() => 7');
  await page.goto(world.page(script, { address: VERSIONED, attributes: CALLBACKS, body: BUTTON }));
  await press(page, 'Check out');
  await page.getByRole('button', { name: `Pay ${shown}`, exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Pay Harbour Lane Books' }).waitFor();
  await payByCard(page);
  expect(await callbackCalls(page)).toMatchObject([['complete', expect.any(String), expect.any(String)]]);
  // A browser's own log line about a refusal.
  expect(complaints.filter((one) => !one.includes('400 (Bad Request)'))).toEqual([]);
});
