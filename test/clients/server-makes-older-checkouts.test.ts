/** Shops create checkouts as in older versions, and query the payment options. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { checkout, problemsOf } from './server-requests.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'RESERVES', name: 'Reserves', checkoutOperation: 'AUTHORIZE' });
});
afterAll(() => rig.close());

describe('a checkout of older versions', () => {
  const operationOf = async (session: string, merchant: string) =>
    (await rig.api('GET', `/session/${session}`, undefined, { merchant })).json.interaction.operation;

  it.each([
    ['TESTSHOP', 'PURCHASE'],
    ['RESERVES', 'AUTHORIZE'],
  ])('without an operation has that of the profile of %s', async (merchant, operation) => {
    const body = checkout({ interaction: { operation: null } });
    for (const version of [39, 51]) {
      const { status, json } = await rig.api('POST', '/session', body, { version, merchant });
      expect(status).toBe(201);
      expect(await operationOf(json.session.id, merchant)).toBe(operation);
    }
    const late = await rig.api('POST', '/session', body, { version: 52, merchant });
    expect(problemsOf(late)).toEqual(['interaction.operation MISSING']);
  });

  it('without an amount gets it later', async () => {
    const body = checkout({ order: { amount: null } });
    for (const version of [39, 62]) {
      const { status, json } = await rig.api('POST', '/session', body, { version });
      expect(status).toBe(201);
      const described = await rig.api('PUT', `/session/${json.session.id}`, { order: { description: 'Tea' } });
      expect(described.status).toBe(200);
      const page = () => rig.call('GET', `/checkout/pay/${json.session.id}`, undefined, { authorization: null });
      const early = await page();
      expect([early.status, early.text.includes('This payment is not ready yet')]).toEqual([200, true]);
      const updated = await rig.api('PUT', `/session/${json.session.id}`, { order: { amount: '7.00' } });
      expect([updated.status, updated.json.order.amount]).toEqual([200, 7]);
      expect((await page()).text).toContain('Pay €7.00');
    }
    const late = await rig.api('POST', '/session', body, { version: 63 });
    expect(problemsOf(late)).toEqual(['order.amount MISSING']);
  });
});

it('the inquiry lists a checkout’s options beside an order’s', async () => {
  const { json } = await rig.api('POST', '/paymentOptionsInquiry', {});
  const operations = json.supportedPaymentOperations.map(
    (one: { supportedPaymentOperation: string }) => one.supportedPaymentOperation,
  );
  expect(operations).toEqual(expect.arrayContaining(['AUTHORIZE', 'PURCHASE', 'PAY', 'CAPTURE', 'VERIFY']));
  expect(new Set(operations).size).toBe(operations.length);
});
