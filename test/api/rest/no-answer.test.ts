/** The acquirer is silent, sends garbage, or is down. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig, withCard } from './rig.ts';

// A payer waits twenty seconds for the acquirer; the tests use less.
const link = { requestTimeoutMs: 400, reconnectCapMs: 50 };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 1_000, 'trace', { link });
});
afterAll(() => rig.close());

const put = (body: object, order: string, transaction = '1') =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body);
const reversed = (order: string) =>
  expect.poll(() => rig.host.ledger({ order }).map(({ state }) => state), { timeout: 15_000 }).toEqual(['REVERSED']);

describe('TIMED_OUT', () => {
  it.each([
    ['expiry 08/28', paying('PAY', withCard({ expiry: { month: '8', year: '28' } })), 'NONE'],
    ['a reply that is lost', paying('AUTHORIZE'), 'DROP_REPLY'],
    ['a reply that is garbage', paying('PAY'), 'GARBAGE'],
  ] as const)('a payment with %s is declined, reversed, and not sent again', async (_what, body, mode) => {
    const order = newOrderId();
    rig.host.setFaults({ mode, count: 1 });
    const first = await put(body, order);
    expect([first.status, first.json.result, first.json.response.gatewayCode]).toEqual([201, 'FAILURE', 'TIMED_OUT']);
    expect(first.json.order).toMatchObject({ status: 'FAILED', totalAuthorizedAmount: 0, totalCapturedAmount: 0 });
    expect(first.json.transaction.authorizationCode).toBeUndefined();
    await reversed(order);
    expect((await put(body, order)).text).toBe(first.text);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('a lost request leaves no payment at the acquirer, and the order may be paid again', async () => {
    const order = newOrderId();
    rig.host.setFaults({ mode: 'DROP_REQUEST', count: 1 });
    expect((await put(paying('PAY'), order)).json.response.gatewayCode).toBe('TIMED_OUT');
    expect((await put(paying('PAY'), order, '2')).json.result).toBe('SUCCESS');
    expect(rig.host.ledger({ order }).filter(({ state }) => state === 'APPROVED')).toHaveLength(1);
  });

  it('a reply that arrives twice counts once', async () => {
    const order = newOrderId();
    rig.host.setFaults({ mode: 'DUPLICATE_REPLY', count: 1 });
    expect((await put(paying('PAY'), order)).json.result).toBe('SUCCESS');
    expect((await rig.api('GET', `/order/${order}`)).json).toMatchObject({
      totalCapturedAmount: 12,
      status: 'CAPTURED',
    });
  });
});

describe('an unknown result', () => {
  it('becomes known by a query, without another charge, and is shown in the order', async () => {
    const order = newOrderId();
    const pending = await put(paying('PAY', withCard({ expiry: { month: '11', year: '39' } })), order);
    expect([pending.json.result, pending.json.order.status]).toEqual(['PENDING', 'INITIATED']);
    expect((await put(paying('PAY'), order, '2')).json.error.explanation).toContain('is not finished');
    rig.later(2_000);
    await expect
      .poll(async () => (await rig.api('GET', `/order/${order}`)).json.result, { timeout: 15_000, interval: 25 })
      .toBe('SUCCESS');
    expect((await rig.api('GET', `/order/${order}`)).json).toMatchObject({
      status: 'CAPTURED',
      totalCapturedAmount: 12,
    });
    expect((await rig.api('GET', `/order/${order}/transaction/1`)).json.response.gatewayCode).toBe('APPROVED');
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });
});

describe('no connection', () => {
  it('is ACQUIRER_SYSTEM_ERROR at once, without a message, and the next payment succeeds', async () => {
    const order = newOrderId();
    rig.host.setFaults({ mode: 'REFUSE' });
    await rig.acquirerIs('down');
    expect((await rig.call('GET', '/readyz')).json.acquirer).toBe('down');
    const { status, json } = await put(paying('PAY'), order);
    expect([status, json.result, json.response.gatewayCode]).toEqual([201, 'FAILURE', 'ACQUIRER_SYSTEM_ERROR']);
    rig.host.setFaults({ mode: 'NONE' });
    await rig.acquirerIs('up');
    expect((await put(paying('PAY'), order, '2')).json.result).toBe('SUCCESS');
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });
});
