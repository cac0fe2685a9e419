/** Clients name orders and transactions by numbers, prefixes, UUIDs and dots, and one uses the same name for both. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paying, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it.each(['100000341', 'WC-10023', '5f0c1d0e-43a2-4d0c-9a64-1f3e2f6f0a55', 'shop.example.7', 'order_7'])(
  'the order id %s, and transaction ids of every kind, are accepted',
  async (order) => {
    const amount = (value: string) => ({ transaction: { amount: value, currency: 'EUR' } });
    const steps: [id: string, apiOperation: string, body: object][] = [
      [order, 'AUTHORIZE', paying('AUTHORIZE')],
      [`capture-${order.slice(0, 20)}`, 'CAPTURE', amount('12.00')],
      ['b8a1d7c2-91c4-4d6e-8f30-0c8d5f1a2b3c', 'REFUND', amount('2.00')],
      [`${order.slice(0, 30)}-1`, 'REFUND', amount('1.00')],
      ['1.0.2', 'VOID', { transaction: { targetTransactionId: `${order.slice(0, 30)}-1` } }],
      ['1', 'REFUND', amount('3.00')],
    ];
    for (const [id, apiOperation, body] of steps) {
      const { status, json } = await rig.api('PUT', `/order/${order}/transaction/${id}`, { ...body, apiOperation });
      expect([status, json.result, json.transaction.id, json.order.id]).toEqual([201, 'SUCCESS', id, order]);
    }
    const { json } = await rig.api('GET', `/order/${order}`);
    expect(json.transaction.map((one: { transaction: { id: string } }) => one.transaction.id)).toEqual(
      steps.map(([id]) => id),
    );
  },
);
