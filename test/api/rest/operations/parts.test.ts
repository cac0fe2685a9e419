/** Follow-ups of an order paid in parts, by a gift card of 30.00 and a card of 70.00: each separately. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD, giftCard, hands } from '../../../checkout/hands.ts';
import { type Rig, startRig } from '../rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, submit } = hands(() => rig);

/** Its transactions are 1, declined, 2 with the gift card and 3 with the card. */
async function paidInParts(operation: 'AUTHORIZE' | 'PURCHASE') {
  const { id, order } = await checkout({ interaction: { operation }, order: { amount: '100.00' } });
  const { cookie } = await submit(id, giftCard('03'));
  await submit(id, GOOD, cookie);
  const call = async (transactionId: string, apiOperation: string, transaction: object) => {
    const { status, json } = await rig.api('PUT', `/order/${order}/transaction/${transactionId}`, {
      apiOperation,
      transaction,
    });
    return { status, json };
  };
  const amounts = () =>
    rig.host.ledger({ order }).map(({ kind, amount, state }) => `${kind} ${Number(amount)} ${state}`);
  return { order, call, amounts };
}

const amount = (value: string) => ({ amount: value, currency: 'EUR' });

describe('an order that was authorized in parts', () => {
  it('is captured part by part, in any order, each at its own authorization', async () => {
    const { call, amounts } = await paidInParts('AUTHORIZE');
    const first = await call('c1', 'CAPTURE', amount('70.00'));
    expect(first.json).toMatchObject({
      result: 'SUCCESS',
      order: { status: 'PARTIALLY_CAPTURED', totalCapturedAmount: 70 },
    });
    const second = await call('c2', 'CAPTURE', amount('30.00'));
    expect(second.json).toMatchObject({ result: 'SUCCESS', order: { status: 'CAPTURED', totalCapturedAmount: 100 } });
    expect(amounts().slice(-2)).toEqual(['CAPTURE 70 APPROVED', 'CAPTURE 30 APPROVED']);
    expect((await call('c3', 'CAPTURE', amount('0.01'))).status).toBe(400);
  });

  it('refuses a capture beyond the rest of every part, and names each rest', async () => {
    const { call, amounts } = await paidInParts('AUTHORIZE');
    const { status, json } = await call('c1', 'CAPTURE', amount('100.00'));
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ field: 'transaction.amount' });
    expect(json.error.explanation).toContain("30.00 EUR of transaction '2', 70.00 EUR of transaction '3'");
    expect(amounts()).toHaveLength(3);
  });

  it('is voided part by part, and is cancelled with the last', async () => {
    const { call } = await paidInParts('AUTHORIZE');
    const card = await call('v1', 'VOID', { targetTransactionId: '3' });
    expect(card.json).toMatchObject({
      result: 'SUCCESS',
      transaction: { amount: 70 },
      order: { status: 'AUTHORIZED', totalAuthorizedAmount: 30 },
    });
    const gift = await call('v2', 'VOID', { targetTransactionId: '2' });
    expect(gift.json).toMatchObject({ result: 'SUCCESS', order: { status: 'CANCELLED', totalAuthorizedAmount: 0 } });
  });

  it('lets a part be voided although the other is captured', async () => {
    const { call } = await paidInParts('AUTHORIZE');
    await call('c1', 'CAPTURE', amount('30.00'));
    const { json } = await call('v1', 'VOID', { targetTransactionId: '3' });
    expect(json).toMatchObject({ result: 'SUCCESS', order: { status: 'CAPTURED', totalAuthorizedAmount: 30 } });
    expect((await call('v2', 'VOID', { targetTransactionId: '2' })).status).toBe(400);
  });

  it('refuses an update, which would be ambiguous', async () => {
    const { call } = await paidInParts('AUTHORIZE');
    expect((await call('u1', 'UPDATE_AUTHORIZATION', amount('120.00'))).status).toBe(400);
  });
});

describe('an order that was paid in parts', () => {
  it('is refunded part by part, each to its own instrument', async () => {
    const { call, amounts } = await paidInParts('PURCHASE');
    const whole = await call('r0', 'REFUND', amount('100.00'));
    expect(whole.json.error.explanation).toContain("30.00 EUR of transaction '2', 70.00 EUR of transaction '3'");
    const gift = await call('r1', 'REFUND', amount('30.00'));
    expect(gift.json).toMatchObject({ result: 'SUCCESS', sourceOfFunds: { type: 'GIFT_CARD' } });
    const card = await call('r2', 'REFUND', amount('50.00'));
    expect(card.json).toMatchObject({ result: 'SUCCESS', sourceOfFunds: { type: 'CARD' } });
    expect((await call('r3', 'REFUND', amount('20.01'))).status).toBe(400);
    const rest = await call('r4', 'REFUND', amount('20.00'));
    expect(rest.json).toMatchObject({ result: 'SUCCESS', order: { status: 'REFUNDED', totalRefundedAmount: 100 } });
    expect(amounts().slice(-3)).toEqual(['REFUND 30 APPROVED', 'REFUND 50 APPROVED', 'REFUND 20 APPROVED']);
  });

  it('lets a payment be voided although the other is refunded', async () => {
    const { call } = await paidInParts('PURCHASE');
    await call('r1', 'REFUND', amount('30.00'));
    expect((await call('v1', 'VOID', { targetTransactionId: '2' })).status).toBe(400);
    const { json } = await call('v2', 'VOID', { targetTransactionId: '3' });
    expect(json).toMatchObject({ result: 'SUCCESS', transaction: { amount: 70 } });
  });
});
