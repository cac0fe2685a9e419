/** After a first request: its repeats, the next transaction on its order, and its merchant's notifications. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig, withCard } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({
    id: 'NOTIFIED',
    name: 'Notified',
    notification: { url: 'https://shop.example/hook', secret: 's' },
  });
});
afterAll(() => rig.close());

const put = (body: object, order = newOrderId(), transaction = '1', options = {}) =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body, options);

describe('repeats', () => {
  it('are answered with the stored bytes, also with another key order or 1.0, and charge once', async () => {
    const order = newOrderId();
    const first = await put(paying('PAY'), order);
    const { apiOperation, order: money, sourceOfFunds } = paying('PAY') as Record<string, object>;
    for (const body of [
      paying('PAY'),
      { sourceOfFunds, order: money, apiOperation },
      paying('PAY', { order: { currency: 'EUR', amount: 12 } }),
      paying('PAY', { order: { currency: 'EUR', amount: '12.0' }, billing: [], shipping: null }),
    ]) {
      const again = await put(body, order);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
    }
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('get the same answer after a restart', async () => {
    const order = newOrderId();
    const first = await put(paying('AUTHORIZE'), order);
    await rig.restart();
    const again = await put(paying('AUTHORIZE'), order);
    expect(again.text).toBe(first.text);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('keep their own correlation id', async () => {
    const order = newOrderId();
    const [one, other] = [
      await put(paying('PAY', { correlationId: 'a "quoted" é😀' }), order),
      await put(paying('PAY', { correlationId: 'second' }), order),
    ];
    expect(one.json.correlationId).toBe('a "quoted" é😀');
    expect(other.json.correlationId).toBe('second');
    expect({ ...other.json, correlationId: '' }).toEqual({ ...one.json, correlationId: '' });
    expect((await rig.api('GET', `/order/${order}/transaction/1`)).json.correlationId).toBeUndefined();
  });

  it.each([
    ['apiOperation', paying('AUTHORIZE')],
    ['order.amount', paying('PAY', { order: { amount: '12.01', currency: 'EUR' } })],
    ['order.currency', paying('PAY', { order: { amount: '12.00', currency: 'USD' } })],
    ['order.reference', paying('PAY', { order: { amount: '12.00', currency: 'EUR', reference: 'x' } })],
    ['the card number', paying('PAY', withCard({ number: '4508750015741019' }))],
    ['the expiry', paying('PAY', withCard({ expiry: { month: '2', year: '39' } }))],
    ['the security code', paying('PAY', withCard({ securityCode: '101' }))],
    ['the name on the card', paying('PAY', withCard({ nameOnCard: 'x' }))],
    ['billing', paying('PAY', { billing: { address: { city: 'Ghent' } } })],
    ['customer', paying('PAY', { customer: { email: 'a@b.example' } })],
    ['transaction.reference', paying('PAY', { transaction: { reference: 'x' } })],
    ['userId', paying('PAY', { userId: 'x' })],
  ])('with other contents are refused and change nothing: %s', async (_what, body) => {
    const order = newOrderId();
    await put(paying('PAY'), order);
    const before = await rig.api('GET', `/order/${order}`);
    const refused = await put(body, order);
    expect(refused.status).toBe(400);
    expect(refused.json.error.cause).toBe('INVALID_REQUEST');
    expect((await rig.api('GET', `/order/${order}`)).text).toBe(before.text);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('get the same answer twenty times at once, and charge once', async () => {
    const order = newOrderId();
    const replies = await Promise.all(Array.from({ length: 20 }, () => put(paying('PAY'), order)));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });
});

describe('after the first transaction', () => {
  it('a failed one may be followed by another, a successful one may not', async () => {
    const order = newOrderId();
    await put(paying('PAY', withCard({ expiry: { month: '5', year: '39' } })), order, '1');
    expect((await put(paying('PAY'), order, '2')).json.result).toBe('SUCCESS');
    const third = await put(paying('PAY'), order, '3');
    expect(third.status).toBe(400);
    expect(third.json.error.explanation).toContain("'2'");
    expect(rig.host.ledger({ order })).toHaveLength(2);
  });

  it('of two at once one is LOCK_FAILURE, is not recorded, and may be repeated', async () => {
    const order = newOrderId();
    rig.host.setFaults({ mode: 'DELAY', delayMs: 300, count: 1 });
    const slow = put(paying('PAY', withCard({ expiry: { month: '5', year: '39' } })), order, '1');
    await expect.poll(() => rig.host.ledger({ order }).length).toBe(1);
    const locked = await put(paying('PAY'), order, '2');
    expect([locked.status, locked.json.result, locked.json.response.gatewayCode]).toEqual([
      200,
      'FAILURE',
      'LOCK_FAILURE',
    ]);
    expect((await slow).json.response.gatewayCode).toBe('DECLINED');
    expect((await rig.api('GET', `/order/${order}/transaction/2`)).status).toBe(400);
    expect((await put(paying('PAY'), order, '2')).json.result).toBe('SUCCESS');
  });
});

describe('notifications', () => {
  const rows = (order: string) =>
    rig.rows(
      'select n.url, n.version, n.delivered_at from notification n join payment_order o on o.key = n.order_key where o.order_id = ?',
      order,
    );

  it('are stored with the outcome: the order’s own address before the profile’s, and none without an address', async () => {
    const [plain, own, profile] = [newOrderId(), newOrderId(), newOrderId()];
    const asked = paying('PAY', {
      order: { amount: '1', currency: 'EUR', notificationUrl: 'https://own.example/hook?a=1&b=2' },
    });
    await put(paying('PAY'), plain);
    await put(asked, own, '1', { merchant: 'NOTIFIED', version: 63 });
    await put(paying('PAY'), profile, '1', { merchant: 'NOTIFIED' });
    expect(await rows(plain)).toEqual([]);
    expect(await rows(own)).toMatchObject([{ url: 'https://own.example/hook?a=1&b=2', version: 63 }]);
    expect(await rows(profile)).toMatchObject([{ url: 'https://shop.example/hook', version: 100 }]);
  });

  it('are stored once for each outcome, and not for a repeat or a refusal', async () => {
    const order = newOrderId();
    const options = { merchant: 'NOTIFIED' };
    await put(paying('PAY', withCard({ expiry: { month: '5', year: '39' } })), order, '1', options);
    await put(paying('PAY'), order, '2', options);
    await put(paying('PAY'), order, '2', options);
    await put(paying('PAY'), order, '3', options);
    expect(await rows(order)).toHaveLength(2);
  });
});
