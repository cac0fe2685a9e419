/** Clients read an order’s transactions in order, the first or the last of them, and whether it is paid. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig, withCard } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const put = (body: object, order = newOrderId(), transaction = '1') =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body);

describe('an order', () => {
  it('is retrieved flat, with its transactions in order, after a decline and a success', async () => {
    const order = newOrderId();
    const details = {
      order: { amount: '12.00', currency: 'EUR', reference: 'R-2', description: 'Tea', custom: { constructor: 'x' } },
    };
    await put(paying('PAY', { ...details, ...withCard({ expiry: { month: '5', year: '39' } }) }), order, '1');
    expect((await put(paying('PAY', details), order, '2')).json.result).toBe('SUCCESS');
    const { status, json } = await rig.api('GET', `/order/${order}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: order,
      amount: 12,
      currency: 'EUR',
      status: 'CAPTURED',
      result: 'SUCCESS',
      reference: 'R-2',
      description: 'Tea',
      merchant: 'TESTSHOP',
      totalAuthorizedAmount: 12,
      totalCapturedAmount: 12,
      totalRefundedAmount: 0,
      creationTime: expect.stringMatching(/Z$/),
      lastUpdatedTime: expect.stringMatching(/Z$/),
      custom: { constructor: 'x' },
      sourceOfFunds: { type: 'CARD', provided: { card: { number: '512345xxxxxx0008' } } },
      transaction: [
        { result: 'FAILURE', transaction: { id: '1', type: 'PAYMENT' }, response: { gatewayCode: 'DECLINED' } },
        { result: 'SUCCESS', transaction: { id: '2', type: 'PAYMENT' }, response: { gatewayCode: 'APPROVED' } },
      ],
    });
    expect(json.order).toBeUndefined();
  });

  it('that was only declined has result FAILURE', async () => {
    const order = newOrderId();
    await put(paying('PAY', withCard({ expiry: { month: '5', year: '39' } })), order);
    expect((await rig.api('GET', `/order/${order}`)).json).toMatchObject({ status: 'FAILED', result: 'FAILURE' });
  });

  it('shows a transaction as it was answered', async () => {
    const order = newOrderId();
    const answered = await put(paying('AUTHORIZE'), order);
    expect((await rig.api('GET', `/order/${order}/transaction/1`)).json).toEqual(answered.json);
  });

  it.each(['/order/nobody', '/order/nobody/transaction/1'])('with the unknown id %s is 400', async (path) => {
    const reply = await rig.api('GET', path);
    expect(reply.status).toBe(400);
    expect(reply.json.error.cause).toBe('INVALID_REQUEST');
  });
});
