/** Clients send amounts as texts or numbers, and compare those of answers strictly with the shop’s. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { problemsOf } from './server-requests.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const put = (body: object, order = newOrderId()) => rig.api('PUT', `/order/${order}/transaction/1`, body);

describe('amounts', () => {
  it.each([
    ['"555.26"', 'EUR', '555.26'],
    ['555.26', 'EUR', '555.26'],
    ['"5"', 'EUR', '5.00'],
    ['0.01', 'EUR', '0.01'],
    ['0', 'EUR', undefined],
    ['.5', 'EUR', undefined],
    ['"0.1"', 'EUR', '0.10'],
    ['"9999999999.99"', 'EUR', '9999999999.99'],
    ['"1200"', 'JPY', '1200'],
    ['1.234', 'KWD', '1.234'],
    ['"999999999.999"', 'KWD', '999999999.999'],
    ['"1.234"', 'CLF', '1.234'],
  ])('given as %s in %s are answered as the JSON number %s', async (amount, currency, written) => {
    const body = JSON.stringify(paying('PAY', { order: { amount: '@', currency } })).replace('"@"', amount);
    const order = newOrderId();
    const reply = await rig.api('PUT', `/order/${order}/transaction/1`, body);
    if (written === undefined) {
      expect(reply.status).toBe(400);
    } else {
      expect(reply.status).toBe(201);
      expect(reply.text.match(/"amount":[^,}]+/g)).toEqual([`"amount":${written}`, `"amount":${written}`]);
      expect((await rig.api('GET', `/order/${order}`)).text).toContain(`"amount":${written},`);
    }
  });

  it('that differ from their sum by a cent are refused with both sums, and nothing is charged', async () => {
    const order = newOrderId();
    const reply = await put(paying('PAY', { order: { amount: '10.01', currency: 'EUR', itemAmount: '10.00' } }), order);
    expect(reply.status).toBe(400);
    expect(reply.json.error.field).toBe('order.amount');
    expect(reply.json.error.explanation).toMatch(/10\.01 .* 10\b/);
    expect(rig.host.ledger({ order })).toEqual([]);
  });

  it('may be numbers, as all other fields with digits', async () => {
    const item = [{ name: 'Tea', quantity: 3, unitPrice: 4 }];
    const card = { number: 5123450000000008, expiry: { month: 1, year: 39 }, securityCode: 100 };
    const reply = await put({
      apiOperation: 'PAY',
      order: { amount: 12.5, currency: 'EUR', itemAmount: 12, taxAmount: 0.5, item },
      sourceOfFunds: { type: 'CARD', provided: { card } },
    });
    expect([reply.status, problemsOf(reply), reply.json.order?.amount]).toEqual([201, [], 12.5]);
    expect(reply.json.order.item[0]).toMatchObject({ quantity: 3, unitPrice: 4 });
    expect(reply.json.response.cardSecurityCode.gatewayCode).toBe('MATCH');
  });
});
