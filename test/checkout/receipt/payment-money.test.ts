/** The sums of a payment for its pages and mails, made from the stored transactions. */
import { expect, it } from 'vitest';
import { madePayment, reservationEnd } from '../../../src/checkout/receipt/payment-money.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import type { StoredTransaction } from '../../../src/core/ports/index.ts';
import { NOW, orderWith } from '../sessions.ts';

const MERCHANT = { profile: { authorizationValidityDays: 7 } } as Parameters<typeof madePayment>[1];

const authorization = (transactionId: string) =>
  ({ transactionId, createdAt: NOW, updatedAt: NOW, request: { type: 'AUTHORIZATION' } }) as StoredTransaction;

it('both parts of an order are no longer reserved once the reservations of both have ended', async () => {
  const order = orderWith([
    { id: '1', code: 'APPROVED', type: 'AUTHORIZATION', part: 'HOLD', giftCard: true },
    { id: '2', code: 'APPROVED', type: 'AUTHORIZATION', part: 'REST' },
  ]);
  const stored = [authorization('1'), authorization('2')];
  const orders = { transactions: async () => stored };
  expect(await reservationEnd(orders, MERCHANT, order)).toBe(NOW + 7 * DAY_MS);
  const clock = { now: () => NOW + 8 * DAY_MS };
  const { money } = await madePayment({ orders, clock }, MERCHANT, order, stored[1]!);
  expect([money.reserved, money.expired?.value]).toEqual([undefined, '20.00']);
});
