/** A payment with a result that stays unknown: settled by hand on the command line, beside a running gateway. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/durations.ts';
import { NEVER } from '../../src/core/index.ts';
import {
  amount,
  cardPayment,
  type RestOrder,
  restOrder,
  startOrder,
  target,
  totalsIn,
} from '../api/rest/operations/order.ts';
import { type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { turnpike, turnpikeProcess } from './turnpike.ts';

/** The sandbox's acquirer does not know its result, on any query. */
const UNKNOWN = withCard({ expiry: { month: '05', year: '37' } });
const REASON = ['--reason', 'letter of the bank, 7 May'];

let rig: Rig;
let shop: Receiver;
beforeAll(async () => {
  [rig, shop] = await Promise.all([startRig(), startReceiver()]);
});
afterAll(async () => {
  await Promise.all([rig.close(), shop.close()]);
});

const env = () => ({ DATABASE_URL: rig.databaseUrl });
const payment = (...args: string[]) => turnpike(rig.folder, ['payment', 'resolve', 'TESTSHOP', ...args], env());
const settle = (order: RestOrder, transaction: string, result: string) =>
  payment(order.id, transaction, result, ...REASON);
const codes = ({ id }: RestOrder) => {
  const bodies = shop.notified.map(({ rawBody }) => JSON.parse(rawBody));
  return bodies.filter(({ order }) => order.id === id).map(({ response }) => response.gatewayCode);
};

async function undecided(operation: 'AUTHORIZE' | 'PAY'): Promise<RestOrder> {
  const order = restOrder(rig);
  const notified = { order: { amount: '12.00', currency: 'EUR', notificationUrl: `${shop.origin}/heard` } };
  const { json } = await order.done(operation, '1', cardPayment({ ...UNKNOWN, ...notified }));
  expect(json).toMatchObject({ result: 'UNKNOWN', order: { status: 'INITIATED' } });
  return order;
}

it('a payment settled as paid has totals, a notification and follow-ups like any other', async () => {
  const order = await undecided('AUTHORIZE');
  const ran = await settle(order, '1', 'paid');
  expect(ran).toEqual({ code: 0, out: 'The payment is settled as paid.\n', err: '' });
  expect(totalsIn(await order.get())).toEqual({
    ...{ status: 'AUTHORIZED', authorized: '12.00', captured: '0.00', refunded: '0.00' },
  });
  const { json } = await order.transaction('1');
  expect(json).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } });
  await expect.poll(() => codes(order), { timeout: 20_000 }).toEqual(['UNKNOWN', 'APPROVED']);
  expect((await order.put('CAPTURE', '2', amount('12.00'))).status).toBe(201);
});

it('a payment settled as failed is a decline, after which the order can be paid', async () => {
  const order = await undecided('PAY');
  expect(await settle(order, '1', 'failed')).toMatchObject({ code: 0, out: 'The payment is settled as failed.\n' });
  expect(totalsIn(await order.get())).toMatchObject({ status: 'FAILED', captured: '0.00' });
  expect((await order.transaction('1')).json).toMatchObject({
    result: 'FAILURE',
    response: { gatewayCode: 'DECLINED' },
  });
  await expect.poll(() => codes(order), { timeout: 20_000 }).toEqual(['UNKNOWN', 'DECLINED']);
  await order.done('PAY', '2', cardPayment());
  expect(totalsIn(await order.get())).toMatchObject({ status: 'CAPTURED', captured: '12.00' });
});

it('a settlement is executed once when it is repeated, and refused with another result', async () => {
  const order = await undecided('PAY');
  const commands = [0, 1].map(() =>
    turnpikeProcess(rig.folder, ['payment', 'resolve', 'TESTSHOP', order.id, '1', 'paid', ...REASON], env()),
  );
  const outs = (await Promise.all(commands)).map(({ out }) => out).sort();
  expect(outs).toEqual([
    'The payment is settled as paid.\n',
    'The payment was settled as paid before. Nothing is changed.\n',
  ]);
  expect(await settle(order, '1', 'failed')).toMatchObject({ code: 2, err: expect.stringContaining('known already') });
  expect(totalsIn(await order.get())).toMatchObject({ status: 'CAPTURED', captured: '12.00' });
  await expect.poll(() => codes(order), { timeout: 20_000 }).toEqual(['UNKNOWN', 'APPROVED']);
});

it('a settled payment is not queried any more', async () => {
  const order = await undecided('PAY');
  const awaited = () =>
    rig.rows(
      `select r.follow_up_at from transaction_outcome r join payment_transaction t on t.key = r.transaction_key
       join payment_order o on o.key = t.order_key where o.order_id = ? and r.follow_up_at is not null`,
      order.id,
    );
  expect(await awaited()).toHaveLength(1);
  await settle(order, '1', 'failed');
  expect(await awaited()).toEqual([]);
});

it('an unknown result is listed by reconcile and doctor once it is not queried any more, until it is settled', async () => {
  const order = await undecided('PAY');
  const ofOrder = `(select t.key from payment_transaction t join payment_order o on o.key = t.order_key where o.order_id = ?)`;
  await rig.change(
    `update transaction_outcome set follow_up_at = ? where transaction_key = ${ofOrder}`,
    NEVER,
    order.id,
  );
  await rig.change(
    `update payment_transaction set created_at = ? where key = ${ofOrder}`,
    Date.now() - 8 * DAY_MS,
    order.id,
  );
  const named = async () => {
    const { out } = await turnpike(rig.folder, ['reconcile'], env());
    return out.split('\n').find((line) => line.includes(`\t${order.id}\t`));
  };
  const doctor = async () => (await turnpike(rig.folder, ['doctor'], env())).out;
  expect(await named()).toMatch(/^RESULT_MISSING\tTESTSHOP\t.*turnpike payment resolve$/);
  expect(await doctor()).toContain('Payments without a result after a week: 1.');
  await settle(order, '1', 'failed');
  expect(await named()).toBeUndefined();
  expect(await doctor()).not.toContain('without a result');
});

it('a settlement is recorded in the audit trail, with the reason', async () => {
  const order = await undecided('PAY');
  await settle(order, '1', 'paid');
  const { out } = await turnpike(rig.folder, ['audit', 'list', '--action', 'payment resolve'], env());
  const [started, done] = out.split('\n').filter((line) => line.includes(order.id));
  for (const [line, state] of [
    [started, 'BEGUN'],
    [done, 'DONE'],
  ] as const) {
    expect(line).toContain(`"state":"${state}"`);
    expect(line).toContain('"transaction":"1","result":"paid","reason":"letter of the bank, 7 May"');
  }
});

it.each(['paid', 'failed'])('%s is refused for a decided payment, and changes nothing', async (result) => {
  const order = await startOrder(rig, 'AUTHORIZE');
  await order.put('VOID', '2', target('1'));
  const before = totalsIn(await order.get());
  for (const transaction of ['1', '2']) {
    const ran = await settle(order, transaction, result);
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining('known already') });
  }
  expect(totalsIn(await order.get())).toEqual(before);
});

it('a refund that waits for approval cannot be settled', async () => {
  await rig.merchant({ id: 'ASKS', name: 'Asks', permissions: { refundApproval: true } });
  const order = restOrder(rig, { merchant: 'ASKS' });
  await order.done('PAY', '1', cardPayment());
  await order.done('REFUND', '2', amount('12.00'));
  const ran = await turnpike(rig.folder, ['payment', 'resolve', 'ASKS', order.id, '2', 'paid', ...REASON], env());
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('turnpike refund approve') });
});

it.each([
  ['another result', ['o', '1', 'maybe', ...REASON], 'payment resolve MERCHANT'],
  ['no reason', ['o', '1', 'paid'], '--reason'],
  ['a reason of spaces', ['o', '1', 'paid', '--reason', '  '], '--reason'],
  ['a reason without end', ['o', '1', 'paid', '--reason', 'x'.repeat(101)], '1 to 100'],
  ['an order that is not', ['o', '1', 'paid', ...REASON], 'no such transaction'],
  ['one word too many', ['o', '1', 'paid', 'now', ...REASON], 'payment resolve MERCHANT'],
] as const)('%s prints an error', async (_name, args, says) => {
  expect(await payment(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
});
