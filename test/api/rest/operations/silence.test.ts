/** Follow-up operations while the acquirer is silent, sends garbage, or is down. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../rig.ts';
import { amount, cardPayment, type RestOrder, restOrder, target, totalsIn } from './order.ts';

// A payer waits twenty seconds for the acquirer; the tests use less.
const link = { requestTimeoutMs: 400 };

const HELD = { status: 'AUTHORIZED', authorized: '12.00', captured: '0.00', refunded: '0.00' };
const TAKEN = { status: 'CAPTURED', authorized: '12.00', captured: '12.00', refunded: '0.00' };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 1, 'trace', { link });
});
afterAll(() => rig.close());

async function startOrder(operation: string): Promise<RestOrder> {
  const order = restOrder(rig);
  await order.done(operation, '1', cardPayment());
  return order;
}
/** An open result is queried at growing intervals, so each poll advances the clock. */
const untilKnown = (order: RestOrder) =>
  expect
    .poll(
      async () => {
        rig.later(60_000);
        return (await order.transaction('2')).json.result;
      },
      { timeout: 20_000, interval: 25 },
    )
    .toBe('SUCCESS');

const authorized = () => startOrder('AUTHORIZE');
const paid = () => startOrder('PAY');

it.each([
  ['CAPTURE', authorized, amount('12.00'), TAKEN],
  ['VOID', paid, target('1'), { ...HELD, status: 'CANCELLED', authorized: '0.00' }],
  ['UPDATE_AUTHORIZATION', authorized, amount('20.00'), { ...HELD, authorized: '20.00' }],
] as const)('%s with a lost answer is PENDING, repeated, and counts once', async (operation, begin, body, after) => {
  for (const mode of ['DROP_REPLY', 'DROP_REQUEST', 'GARBAGE'] as const) {
    const order = await begin();
    const movements = order.ledger().length;
    rig.host.setFaults({ mode, count: 1 });
    const reply = await order.done(operation, '2', body);
    expect([reply.json.response.gatewayCode, reply.json.result]).toEqual(['PENDING', 'PENDING']);
    await untilKnown(order);
    expect(totalsIn(await order.get())).toEqual(after);
    expect(order.ledger()).toHaveLength(operation === 'VOID' ? movements : movements + 1);
    expect(order.ledger().filter((line) => line.includes('DECLINED'))).toEqual([]);
  }
});

it('a REFUND with a lost answer is TIMED_OUT and reversed; requested again it is made once', async () => {
  const order = await paid();
  rig.host.setFaults({ mode: 'DROP_REPLY', count: 1 });
  const reply = await order.done('REFUND', '2', amount('12.00'));
  expect([reply.json.response.gatewayCode, totalsIn(reply)]).toEqual(['TIMED_OUT', TAKEN]);
  await expect.poll(() => order.ledger().at(-1), { timeout: 30_000 }).toBe('REFUND 12.00 EUR REVERSED');
  await order.done('REFUND', '3', amount('12.00'));
  expect(order.ledger()).toEqual([
    'PAYMENT 12.00 EUR APPROVED',
    'REFUND 12.00 EUR REVERSED',
    'REFUND 12.00 EUR APPROVED',
  ]);
});

it('a CAPTURE while the acquirer is down is PENDING, and made when it recovers', async () => {
  const order = await authorized();
  rig.host.setFaults({ mode: 'REFUSE' });
  await rig.acquirerIs('down');
  expect((await order.done('CAPTURE', '2', amount('12.00'))).json.response.gatewayCode).toBe('PENDING');
  expect((await order.refused('CAPTURE', '3', amount('0.01'))).json.error.field).toBe('transaction.amount');
  rig.host.setFaults({ mode: 'NONE' });
  await untilKnown(order);
  expect(order.ledger()).toEqual(['AUTHORIZATION 12.00 EUR APPROVED', 'CAPTURE 12.00 EUR APPROVED']);
});

it('a restart in the middle of a CAPTURE leaves it PENDING, then made once', async () => {
  const order = await authorized();
  rig.host.setFaults({ mode: 'DROP_REPLY', count: 1 });
  expect((await order.done('CAPTURE', '2', amount('12.00'))).json.result).toBe('PENDING');
  await rig.restart();
  await untilKnown(order);
  expect(order.ledger()).toEqual(['AUTHORIZATION 12.00 EUR APPROVED', 'CAPTURE 12.00 EUR APPROVED']);
});
