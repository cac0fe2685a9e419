/** Money beyond an order's own: standalone captures and refunds, excesses, and gift cards. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../rig.ts';
import { amount, cardPayment, restOrder, target, totalsIn } from './order.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({
    id: 'FREE',
    name: 'Free',
    permissions: { standaloneCapture: true, standaloneRefund: true, excessRefund: true },
    excessCapturePercent: 15,
  });
});
afterAll(() => rig.close());

const options = { merchant: 'FREE' };
const { sourceOfFunds } = cardPayment() as { sourceOfFunds: object };

it('a standalone capture is one movement, is refunded and voided', async () => {
  const order = restOrder(rig, options);
  const capture = await order.done('CAPTURE', '1', {
    ...amount('5.00', { authorizationCode: 'A1B2C3' }),
    sourceOfFunds,
  });
  expect(capture.json.transaction).toMatchObject({ type: 'CAPTURE', authorizationCode: 'A1B2C3' });
  expect(totalsIn(capture)).toEqual({ status: 'CAPTURED', authorized: '0.00', captured: '5.00', refunded: '0.00' });
  await order.done('REFUND', '2', amount('2.00'));
  expect(order.ledger()).toEqual(['CAPTURE 5.00 EUR APPROVED', 'REFUND 2.00 EUR APPROVED']);
  await order.done('VOID', '3', target('2'));
  const last = await order.done('VOID', '4', target('1'));
  expect(totalsIn(last)).toEqual({ status: 'CANCELLED', authorized: '0.00', captured: '0.00', refunded: '0.00' });
  expect(order.ledger()).toEqual(['CAPTURE 5.00 EUR REVERSED', 'REFUND 2.00 EUR REVERSED']);
});

it('a standalone refund is one movement, and can be voided', async () => {
  const order = restOrder(rig, options);
  const refund = await order.done('REFUND', '1', { ...amount('5.00'), sourceOfFunds });
  expect(totalsIn(refund)).toEqual({ status: 'REFUNDED', authorized: '0.00', captured: '0.00', refunded: '5.00' });
  expect(refund.json.order.amount).toBe(5);
  await order.done('VOID', '2', target('1'));
  expect(order.ledger()).toEqual(['REFUND 5.00 EUR REVERSED']);
});

it('a standalone capture or refund needs the profile’s permission', async () => {
  for (const [operation, body] of [
    ['CAPTURE', amount('5.00', { authorizationCode: 'A1B2C3' })],
    ['REFUND', amount('5.00')],
  ] as const) {
    const reply = await restOrder(rig).refused(operation, '1', { ...body, sourceOfFunds });
    expect([reply.status, reply.json.error.cause]).toEqual([403, 'REQUEST_REJECTED']);
  }
});

it('an excess is captured and refunded within the limits of the profile', async () => {
  const order = restOrder(rig, options);
  await order.done('AUTHORIZE', '1', cardPayment());
  const refused = await order.refused('CAPTURE', '2', amount('13.81'));
  expect(refused.json.error).toMatchObject({ field: 'transaction.amount', validationType: 'INVALID' });
  expect(totalsIn(await order.done('CAPTURE', '2', amount('13.80')))).toMatchObject({
    status: 'CAPTURED',
    captured: '13.80',
  });
  const refund = await order.done('REFUND', '3', amount('14.00'));
  expect(totalsIn(refund)).toMatchObject({ status: 'EXCESSIVELY_REFUNDED', refunded: '14.00' });
  expect(order.ledger()).toEqual([
    'AUTHORIZATION 12.00 EUR APPROVED',
    'CAPTURE 13.80 EUR APPROVED',
    'REFUND 14.00 EUR APPROVED',
  ]);
});

it('a gift card’s payment is refunded to it', async () => {
  const order = restOrder(rig);
  const giftCard = { number: '6006000000000058', pin: '1234' };
  await order.done('AUTHORIZE', '1', cardPayment({ sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard } } }));
  await order.done('CAPTURE', '2', amount('12.00'));
  const { json } = await order.done('REFUND', '3', amount('12.00'));
  expect(json.result).toBe('SUCCESS');
  expect(json.sourceOfFunds).toMatchObject({
    type: 'GIFT_CARD',
    provided: { giftCard: { number: '600600xxxxxx0058' } },
  });
  expect(order.ledger()).toEqual([
    'AUTHORIZATION 12.00 EUR APPROVED',
    'CAPTURE 12.00 EUR APPROVED',
    'REFUND 12.00 EUR APPROVED',
  ]);
});
