import { describe, expect, it } from 'vitest';
import { cardsKeptUntil } from '../../../src/back-office/retention/ended-order.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { merchantProfile } from '../../../src/core/merchant/merchant.ts';
import { type Movement, newOrder } from '../../../src/core/order/order.ts';

const MOVED_AT = Date.UTC(2026, 0, 1);

const movement = (more: Partial<Movement> = {}): Movement => ({
  transactionId: '1',
  type: 'PAYMENT',
  result: 'SUCCESS',
  gatewayCode: 'APPROVED',
  amount: 1_200n,
  ...more,
});

const daysKept = (profile: object, movements: readonly Movement[], lockedBy: number | null = null) => {
  const state = { ...newOrder('EUR', 1_200n), movements };
  const read = merchantProfile.parse({ id: 'SHOP', name: 'Shop', ...profile });
  const until = cardsKeptUntil({ state, lockedBy, updatedAt: MOVED_AT }, read);
  return until === undefined ? undefined : (until - MOVED_AT) / DAY_MS;
};

describe('the card of an order is stored', () => {
  it('for 18 months after the last movement, paid or declined', () => {
    expect(daysKept({}, [movement()])).toBe(548);
    expect(daysKept({}, [movement({ result: 'FAILURE', gatewayCode: 'DECLINED' })])).toBe(548);
    expect(daysKept({ retention: { cardDays: 30 } }, [movement()])).toBe(30);
  });

  it('for as long as an authorization can be captured, or a transaction voided, for any period', () => {
    const short = { retention: { cardDays: 1 }, authorizationValidityDays: 60 };
    const authorized = movement({ type: 'AUTHORIZATION' });
    expect(daysKept(short, [authorized])).toBe(60);
    const voided = movement({ transactionId: '2', type: 'VOID_AUTHORIZATION', target: '1' });
    expect(daysKept(short, [authorized, voided])).toBe(1);
    expect(daysKept({ retention: { cardDays: 1 }, voidWindowHours: 240 }, [movement()])).toBe(10);
  });

  it('for its period once a review is decided, or the payment in review failed by itself', () => {
    const short = { retention: { cardDays: 2 } };
    expect(daysKept(short, [movement({ review: 'REJECTED' })])).toBe(2);
    expect(daysKept(short, [movement({ review: 'ACCEPTED' })])).toBe(2);
    expect(daysKept(short, [movement({ review: 'REQUIRED', result: 'FAILURE', gatewayCode: 'DECLINED' })])).toBe(2);
  });

  it.each([
    ['a result is open', [movement({ result: 'PENDING', gatewayCode: 'PENDING' })], null],
    [
      'a refund waits for its approval',
      [movement(), movement({ transactionId: '2', type: 'REFUND_REQUEST', result: 'PENDING', gatewayCode: 'PENDING' })],
      null,
    ],
    ['a payment waits for a review', [movement({ review: 'REQUIRED' })], null],
    ['a part is held', [movement({ part: 'HOLD', result: 'PENDING', gatewayCode: 'PENDING' })], null],
    ['a transaction is in flight', [movement()], 7],
  ])('without an end while %s', (_what, movements, lockedBy) => {
    expect(daysKept({}, movements, lockedBy)).toBeUndefined();
  });
});
