import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GATEWAY_CODES, type GatewayCode, resultOf } from '../../../src/contract/gateway-codes.ts';
import { InvariantError } from '../../../src/contract/invariant.ts';
import { chargedBack } from '../../../src/core/order/chargebacks.ts';
import {
  applyMovement,
  firstMoneyMovement,
  type Movement,
  newOrder,
  type OrderState,
  orderResult,
  resolveMovement,
  type TransactionType,
} from '../../../src/core/order/order.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';

let count = 0;
function movement(type: TransactionType, gatewayCode: GatewayCode = 'APPROVED', amount = 1_000n): Movement {
  count += 1;
  return { transactionId: `${count}`, type, gatewayCode, result: resultOf(gatewayCode), amount };
}
const orderOf = (...movements: Movement[]): OrderState =>
  movements.reduce((order, each) => applyMovement(order, each, 'EUR'), newOrder('EUR', 1_000n));

const auth = (code?: GatewayCode, amount?: bigint) => movement('AUTHORIZATION', code, amount);
const pay = (code?: GatewayCode, amount?: bigint) => movement('PAYMENT', code, amount);
const capture = (code?: GatewayCode, amount?: bigint) => movement('CAPTURE', code, amount);
const verify = (code?: GatewayCode) => movement('VERIFICATION', code, 0n);

describe('status and result of an order', () => {
  it.each([
    ['no transaction yet', [], 'INITIATED', 'PENDING'],
    ['an authorization', [auth()], 'AUTHORIZED', 'SUCCESS'],
    ['a payment', [pay()], 'CAPTURED', 'SUCCESS'],
    ['a verification', [verify()], 'VERIFIED', 'SUCCESS'],
    ['a declined authorization', [auth('DECLINED')], 'FAILED', 'FAILURE'],
    ['a declined payment', [pay('INSUFFICIENT_FUNDS')], 'FAILED', 'FAILURE'],
    ['a declined verification', [verify('DECLINED')], 'FAILED', 'FAILURE'],
    ['one that timed out', [pay('TIMED_OUT')], 'FAILED', 'FAILURE'],
    ['a pending one', [auth('PENDING')], 'INITIATED', 'PENDING'],
    ['a deferred one', [pay('DEFERRED_TRANSACTION_RECEIVED')], 'INITIATED', 'PENDING'],
    ['one with an unknown result', [auth('UNKNOWN')], 'INITIATED', 'UNKNOWN'],
    ['a decline, then a success', [auth('DECLINED'), auth()], 'AUTHORIZED', 'SUCCESS'],
    [
      'three declines, then a payment',
      [pay('DECLINED'), pay('BLOCKED'), pay('TIMED_OUT'), pay()],
      'CAPTURED',
      'SUCCESS',
    ],
    ['a verification, then an authorization', [verify(), auth()], 'AUTHORIZED', 'SUCCESS'],
    ['a verification, then a decline', [verify(), auth('DECLINED')], 'VERIFIED', 'SUCCESS'],
    ['a verification, then a pending payment', [verify(), pay('PENDING')], 'INITIATED', 'SUCCESS'],
    ['a decline, then a pending one', [auth('DECLINED'), auth('PENDING')], 'INITIATED', 'PENDING'],
    ['an authorization of nothing', [auth('APPROVED', 0n)], 'AUTHORIZED', 'SUCCESS'],
    ['a payment of nothing', [pay('APPROVED', 0n)], 'CAPTURED', 'SUCCESS'],
    ['an approval that waits for settlement', [pay('APPROVED_PENDING_SETTLEMENT')], 'CAPTURED', 'SUCCESS'],
  ] as const)('are as expected with: %s', (_what, movements, status, result) => {
    const order = orderOf(...movements);
    expect([orderStatus(order), orderResult(order)]).toEqual([status, result]);
  });

  it.each([
    [1_000n, 0n, 0n, 'AUTHORIZED'],
    [1_000n, 999n, 0n, 'PARTIALLY_CAPTURED'],
    [1_000n, 1n, 0n, 'PARTIALLY_CAPTURED'],
    [1_000n, 1_000n, 0n, 'CAPTURED'],
    [1_000n, 1_100n, 0n, 'CAPTURED'],
    [1_000n, 1_000n, 1n, 'PARTIALLY_REFUNDED'],
    [1_000n, 500n, 499n, 'PARTIALLY_REFUNDED'],
    [1_000n, 500n, 500n, 'REFUNDED'],
    [1_000n, 1_000n, 1_001n, 'EXCESSIVELY_REFUNDED'],
  ] as const)(
    'authorized %d, captured %d, refunded %d is %s',
    (totalAuthorized, totalCaptured, totalRefunded, status) => {
      const state = {
        ...newOrder('EUR', 1_000n),
        totalAuthorized,
        totalCaptured,
        totalRefunded,
        movements: [auth(), capture()],
      };
      expect(orderStatus(state)).toBe(status);
    },
  );
});

describe('the effect of an outcome on an order', () => {
  it.each([
    [auth(), 1_000n, 0n],
    [pay(), 1_000n, 1_000n],
    [verify(), 0n, 0n],
    [auth('DECLINED'), 0n, 0n],
    [pay('PENDING'), 0n, 0n],
    [pay('UNKNOWN'), 0n, 0n],
    [pay('TIMED_OUT'), 0n, 0n],
  ] as const)('of %o authorizes %d and captures %d', (each, authorized, captured) => {
    expect(orderOf(each)).toMatchObject({
      totalAuthorized: authorized,
      totalCaptured: captured,
      totalRefunded: 0n,
      movements: [each],
    });
  });

  it('sets amount and currency anew in an attempt after a decline', () => {
    const order = applyMovement(orderOf(auth('DECLINED')), auth('APPROVED', 700n), 'JPY');
    expect(order).toMatchObject({ amount: 700n, currency: 'JPY', totalAuthorized: 700n });
  });

  it.each([auth(), pay('PENDING'), auth('UNKNOWN')])('never changes amount and currency after %o', (standing) => {
    const order = applyMovement(orderOf(standing), verify(), 'JPY');
    expect(order).toMatchObject({ amount: 1_000n, currency: 'EUR' });
  });

  it('is a new order, and the given one is unchanged', () => {
    const before = orderOf(auth('DECLINED'));
    const copy = structuredClone(before);
    applyMovement(before, auth(), 'EUR');
    expect(before).toEqual(copy);
  });

  it('keeps totals equal to the sum of the successes, in any history', () => {
    const codes = Object.keys(GATEWAY_CODES) as GatewayCode[];
    const movements = fc.array(
      fc.record({
        type: fc.constantFrom<TransactionType>('AUTHORIZATION', 'PAYMENT', 'VERIFICATION'),
        code: fc.constantFrom(...codes),
        amount: fc.bigInt({ min: 0n, max: 999_999_999_999n }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(movements, (given) => {
        const order = orderOf(...given.map(({ type, code, amount }) => movement(type, code, amount)));
        const sum = (types: readonly TransactionType[]) =>
          given
            .filter(({ type, code }) => types.includes(type) && GATEWAY_CODES[code] === 'SUCCESS')
            .reduce((total, { amount }) => total + amount, 0n);
        expect(order.totalAuthorized).toBe(sum(['AUTHORIZATION', 'PAYMENT']));
        expect(order.totalCaptured).toBe(sum(['PAYMENT']));
        expect(order.movements).toHaveLength(given.length);
      }),
    );
  });
});

describe('an open result that becomes known', () => {
  it.each([
    ['PENDING', 'APPROVED', 'AUTHORIZED', 1_000n],
    ['UNKNOWN', 'APPROVED', 'AUTHORIZED', 1_000n],
    ['PENDING', 'DECLINED', 'FAILED', 0n],
    ['UNKNOWN', 'TIMED_OUT', 'FAILED', 0n],
  ] as const)('from %s to %s makes the order %s', (before, after, status, authorized) => {
    const open = auth(before);
    const order = resolveMovement(orderOf(open), open.transactionId, after);
    expect(orderStatus(order)).toBe(status);
    expect(order.totalAuthorized).toBe(authorized);
    expect(order.movements).toHaveLength(1);
  });

  it('of another order throws', () => {
    expect(() => resolveMovement(orderOf(auth('PENDING')), 'nobody', 'APPROVED')).toThrow();
  });
});

it('every gateway code has the interface’s meaning', () => {
  const successes = ['APPROVED', 'APPROVED_PENDING_SETTLEMENT'];
  const open = { PENDING: 'PENDING', DEFERRED_TRANSACTION_RECEIVED: 'PENDING', UNKNOWN: 'UNKNOWN' };
  for (const [code, result] of Object.entries(GATEWAY_CODES)) {
    expect([code, result]).toEqual([
      code,
      successes.includes(code) ? 'SUCCESS' : ((open as Record<string, string>)[code] ?? 'FAILURE'),
    ]);
  }
});

describe('impossible totals', () => {
  const over = (type: TransactionType, amount: bigint) => () =>
    orderOf(movement('AUTHORIZATION'), movement(type, 'APPROVED', amount));

  it.each<[string, () => OrderState]>([
    ['totalAuthorized is below zero after VOID_AUTHORIZATION', over('VOID_AUTHORIZATION', 1_001n)],
    ['totalCaptured is below zero after VOID_CAPTURE', over('VOID_CAPTURE', 1n)],
    ['totalAuthorized is below zero after VOID_PAYMENT', over('VOID_PAYMENT', 1_001n)],
    ['totalRefunded is below zero after VOID_REFUND', over('VOID_REFUND', 1n)],
    ['more is captured than may be after CAPTURE', over('CAPTURE', 2_001n)],
    ['a movement of less than nothing', over('CAPTURE', -1n)],
  ])('end in an error and not in an order: %s', (fault, made) => {
    expect(made).toThrow(InvariantError);
    expect(made).toThrow(fault);
  });

  it('are checked when an open result becomes known, too', () => {
    const order = orderOf(movement('AUTHORIZATION'), capture('PENDING', 2_001n));
    const { transactionId } = order.movements[1]!;
    expect(() => resolveMovement(order, transactionId, 'APPROVED')).toThrow('more is captured than may be');
    expect(resolveMovement(order, transactionId, 'DECLINED').totalCaptured).toBe(0n);
  });

  it('do not include the largest that rules allow, or a standalone capture or refund', () => {
    expect(over('CAPTURE', 2_000n)().totalCaptured).toBe(2_000n);
    expect(orderOf(capture('APPROVED', 5_000n)).totalCaptured).toBe(5_000n);
    expect(orderOf(movement('REFUND', 'APPROVED', 5_000n)).totalRefunded).toBe(5_000n);
  });
});

describe('a later report of a processor', () => {
  const reported = ['CHARGEBACK', 'CHARGEBACK_REVERSAL', 'FUNDING'] as const;

  it('changes neither status nor result nor totals of an order', () => {
    for (const type of reported) {
      for (const before of [
        [pay()],
        [auth(), capture('APPROVED', 400n)],
        [pay('DECLINED')],
        [pay(), movement('REFUND')],
      ]) {
        const order = orderOf(...before);
        const { movements: _, ...totals } = order;
        const after = applyMovement(order, movement(type, 'APPROVED', 300n), 'EUR');
        expect(after).toMatchObject(totals);
        expect([orderStatus(after), orderResult(after)]).toEqual([orderStatus(order), orderResult(order)]);
      }
    }
  });

  it('does not count as a payment that would forbid another one', () => {
    const order = orderOf(pay('DECLINED'), movement('FUNDING'));
    expect(firstMoneyMovement(order)).toBeUndefined();
  });

  it('is charged back by the sum of chargebacks and their returns, in any order', () => {
    const movements = [
      movement('CHARGEBACK', 'APPROVED', 700n),
      movement('CHARGEBACK_REVERSAL', 'APPROVED', 300n),
      movement('CHARGEBACK', 'APPROVED', 100n),
    ];
    expect(chargedBack(orderOf(pay(), ...movements))).toBe(500n);
    expect(chargedBack(orderOf(pay(), ...movements.toReversed()))).toBe(500n);
    expect(chargedBack(orderOf(pay(), movements[1]!))).toBe(0n);
  });
});
