/**
 * The finality of PayPal's approvals, and the effects of a later reversal: on the order, the payer's page and a
 * notification, once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationsOf } from '../order-notifications.ts';
import { control, type Initiated, type PayPalRig, startPayPalRig } from './rig.ts';

let rig: PayPalRig;
beforeAll(async () => {
  rig = await startPayPalRig({ speed: 60 });
});
afterAll(() => rig.close());

const NOTIFIED = { notificationUrl: 'http://localhost:9/told' };

const captureOf = ({ orderId }: Initiated) =>
  rig.simulator.paypal.ledger.captures
    .all({})
    .filter(({ order_id: id }) => rig.simulator.paypal.ledger.orders.find({ id })?.request.includes(orderId))
    .map(({ id }) => id)
    .at(0) ?? '';

async function views(initiated: Initiated) {
  const { status } = await initiated.order();
  const page = await fetch(initiated.redirectUrl.replace('/redirect/', '/checkout/status/'));
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(await page.text())?.[1] ?? '';
  return {
    order: status,
    saysPaid: /paid/i.test(heading.replace(/<[^>]*>/g, '')),
    notifications: await notificationsOf(rig, initiated.orderId),
  };
}

const UNDER_REVIEW = { order: 'INITIATED', saysPaid: false, notifications: 0 };

it.each([
  ['COMPLETED', 'SUCCESS APPROVED', { order: 'CAPTURED', saysPaid: true, notifications: 1 }],
  ['DECLINED', 'FAILURE DECLINED', { order: 'FAILED', saysPaid: false, notifications: 1 }],
])('a capture under review is not paid, until it is %s', async (status, result, end) => {
  const initiated = await rig.initiate({ reference: 'TEST-PENDING', order: NOTIFIED });
  await initiated.answerAndReturn();
  expect(await views(initiated)).toEqual(UNDER_REVIEW);
  await control(rig, 'PUT', `/captures/${captureOf(initiated)}`, { status });
  await initiated.becomes(result);
  expect(await views(initiated)).toEqual(end);
});

it('a capture that is reversed is charged back once, for any number of PayPal’s reports', async () => {
  const initiated = await rig.initiate({ order: NOTIFIED });
  await initiated.answerAndReturn();
  await initiated.becomes('SUCCESS APPROVED');
  expect(await views(initiated)).toEqual({ order: 'CAPTURED', saysPaid: true, notifications: 1 });
  await control(rig, 'PUT', '/faults', { mode: 'TWICE' });
  await control(rig, 'POST', '/reversals', { capture: captureOf(initiated) });
  await expect.poll(() => notificationsOf(rig, initiated.orderId)).toBe(2);
  await expect.poll(async () => (await initiated.timeline()).join()).toContain('CALLED_BACK PAYMENT.CAPTURE.REVERSED');
  await control(rig, 'PUT', '/faults', { mode: 'NONE' });
  const { transaction } = await initiated.order();
  expect(transaction.map((one: { transaction: { type: string } }) => one.transaction.type)).toEqual([
    'PAYMENT',
    'CHARGEBACK',
  ]);
  expect((await views(initiated)).notifications).toBe(2);
});

it('a refund that the merchant requested is reported by PayPal too, and is not booked as a chargeback', async () => {
  const initiated = await rig.initiate({ order: NOTIFIED });
  await initiated.answerAndReturn();
  await initiated.follow('REFUND', '2', { transaction: { amount: '12.00', currency: 'EUR' } });
  await expect.poll(async () => (await initiated.timeline()).join()).toContain('PAYMENT.CAPTURE.REFUNDED');
  expect(await initiated.order()).toMatchObject({ status: 'REFUNDED', totalRefundedAmount: 12 });
  expect((await initiated.order()).transaction).toHaveLength(2);
  expect(await notificationsOf(rig, initiated.orderId)).toBe(2);
});
