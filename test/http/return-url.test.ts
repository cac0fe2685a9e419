/** The final page's link back to the shop, for return URLs with non-ASCII characters. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { homeOf } from '../support/scriptless.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it.each([
  ['https://магаз.example/оплата?заказ=7', /^https:\/\/xn--80aairv\.example\/%D0%BE/],
  ['https://shop.example/zurück', /^https:\/\/shop\.example\/zur%C3%BCck\?resultIndicator=/],
  ['https://shop.example/return?nested[a]=b', /^https:\/\/shop\.example\/return\?nested\[a\]=b&resultIndicator=/],
])('%s is the address to which the payer returns', async (returnUrl, led) => {
  const id = newOrderId();
  const order = { id, amount: '12.00', currency: 'EUR' };
  const interaction = { operation: 'PURCHASE', returnUrl };
  const { json } = await rig.api('POST', '/session', { apiOperation: 'INITIATE_CHECKOUT', interaction, order });
  await rig.api('PUT', `/order/${id}/transaction/1`, paying('PAY'));
  const { status, text } = await rig.call('GET', `/checkout/done/${json.session.id}`);
  expect(status).toBe(200);
  expect(new URL(homeOf(text) ?? '').href).toMatch(led);
});
