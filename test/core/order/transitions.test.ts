import { describe, expect, it } from 'vitest';
import { type GatewayCode, resultOf } from '../../../src/contract/gateway-codes.ts';
import {
  applyMovement,
  type Movement,
  newOrder,
  type OrderState,
  type TransactionType,
} from '../../../src/core/order/order.ts';
import {
  authorizationFloor,
  capturable,
  ORDER_OPERATIONS,
  type OrderOperation,
  phaseOf,
  refundable,
  refusal,
  voidRefusal,
} from '../../../src/core/order/transitions.ts';

type Step = readonly [type: TransactionType, amount?: bigint, code?: GatewayCode, target?: string];

/** An order given by its transactions: `1`, `2`, … */
function orderOf(...steps: readonly Step[]): OrderState {
  return steps
    .map(([type, amount = 1_000n, gatewayCode = 'APPROVED', target], index): Movement => {
      const result = resultOf(gatewayCode);
      return { transactionId: `${index + 1}`, type, gatewayCode, result, amount, ...(target && { target }) };
    })
    .reduce((order, movement) => applyMovement(order, movement, 'EUR'), newOrder('EUR', 1_000n));
}

describe('an order allows', () => {
  it.each<[string, readonly Step[], string, readonly OrderOperation[]]>([
    [
      'without a transaction',
      [],
      'NEW',
      ['AUTHORIZE', 'CAPTURE', 'INITIATE_BROWSER_PAYMENT', 'PAY', 'REFUND', 'VERIFY'],
    ],
    [
      'after a decline',
      [['PAYMENT', 1_000n, 'DECLINED']],
      'FAILED',
      ['AUTHORIZE', 'CAPTURE', 'INITIATE_BROWSER_PAYMENT', 'PAY', 'REFERRAL', 'REFUND', 'VERIFY'],
    ],
    [
      'after a verification',
      [['VERIFICATION', 0n]],
      'VERIFIED',
      ['AUTHORIZE', 'INITIATE_BROWSER_PAYMENT', 'PAY', 'REFERRAL', 'VERIFY'],
    ],
    [
      'while a verification is open',
      [['VERIFICATION', 0n, 'PENDING']],
      'INITIATED',
      ['AUTHORIZE', 'INITIATE_BROWSER_PAYMENT', 'PAY', 'VERIFY'],
    ],
    ['while a payment is open', [['PAYMENT', 1_000n, 'UNKNOWN']], 'INITIATED', []],
    ['authorized', [['AUTHORIZATION']], 'AUTHORIZED', ['CAPTURE', 'UPDATE_AUTHORIZATION', 'VOID']],
    [
      'captured in part',
      [['AUTHORIZATION'], ['CAPTURE', 400n]],
      'PARTIALLY_CAPTURED',
      ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID'],
    ],
    ['captured', [['AUTHORIZATION'], ['CAPTURE']], 'CAPTURED', ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID']],
    ['paid', [['PAYMENT']], 'CAPTURED', ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID']],
    [
      'refunded in part',
      [['PAYMENT'], ['REFUND', 1n]],
      'PARTIALLY_REFUNDED',
      ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID'],
    ],
    ['refunded', [['PAYMENT'], ['REFUND']], 'REFUNDED', ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID']],
    [
      'refunded beyond the captured amount',
      [['PAYMENT'], ['REFUND', 1_001n]],
      'EXCESSIVELY_REFUNDED',
      ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID'],
    ],
    [
      'with a refund that waits for approval',
      [['PAYMENT'], ['REFUND_REQUEST', 1n, 'PENDING']],
      'REFUND_REQUESTED',
      ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID'],
    ],
    [
      'with an authorization that was voided',
      [['AUTHORIZATION'], ['VOID_AUTHORIZATION', 1_000n, 'APPROVED', '1']],
      'CANCELLED',
      [],
    ],
    ['with a payment that was voided', [['PAYMENT'], ['VOID_PAYMENT', 1_000n, 'APPROVED', '1']], 'CANCELLED', []],
    ['with a refund of its own alone', [['REFUND']], 'REFUNDED', ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID']],
    [
      'with a capture of its own alone',
      [['CAPTURE']],
      'CAPTURED',
      ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID'],
    ],
  ])('the expected operations %s', (_what, steps, phase, allowed) => {
    const order = orderOf(...steps);
    expect(phaseOf(order)).toBe(phase);
    expect(ORDER_OPERATIONS.filter((operation) => refusal(order, operation) === undefined)).toEqual(allowed);
  });

  it.each<[string, readonly Step[]]>([
    ['a void', [['PAYMENT'], ['VOID_PAYMENT', 1_000n, 'PENDING', '1']]],
    ['a changed authorization', [['AUTHORIZATION'], ['AUTHORIZATION_UPDATE', 2_000n, 'UNKNOWN', '1']]],
  ])('nothing while %s is open', (_what, steps) => {
    for (const operation of ORDER_OPERATIONS) {
      expect(refusal(orderOf(...steps), operation)).toContain("'2'");
    }
  });

  it.each<[string, readonly Step[], string]>([
    ['a success', [['PAYMENT', 1_000n, 'DECLINED'], ['AUTHORIZATION']], 'was successful'],
    ['a pending one', [['AUTHORIZATION', 1_000n, 'PENDING']], 'is not finished'],
    ['one with an unknown result', [['PAYMENT', 1_000n, 'UNKNOWN']], 'is not finished'],
  ])('no second payment after %s, so that no payer pays twice', (_what, steps, why) => {
    const refused = refusal(orderOf(...steps), 'PAY');
    expect(refused).toContain(why);
    expect(refused).toContain(`'${steps.length}'`);
  });
});

describe('amounts', () => {
  it.each<[string, readonly Step[], number, bigint]>([
    ['all of it', [['AUTHORIZATION']], 0, 1_000n],
    ['the rest', [['AUTHORIZATION'], ['CAPTURE', 300n]], 0, 700n],
    ['less an amount that may be captured', [['AUTHORIZATION'], ['CAPTURE', 300n, 'PENDING']], 0, 700n],
    ['not less a declined amount', [['AUTHORIZATION'], ['CAPTURE', 300n, 'DECLINED']], 0, 1_000n],
    ['with an excess', [['AUTHORIZATION']], 15, 1_150n],
    ['with a broken excess, rounded down', [['AUTHORIZATION', 999n]], 0.5, 1_003n],
    ['of a raised authorization', [['AUTHORIZATION'], ['AUTHORIZATION_UPDATE', 1_500n]], 0, 1_500n],
    ['again after a void', [['AUTHORIZATION'], ['CAPTURE', 400n], ['VOID_CAPTURE', 400n, 'APPROVED', '2']], 0, 1_000n],
  ])('may be captured: %s', (_what, steps, percent, most) => {
    expect(capturable(orderOf(...steps), percent)).toBe(most);
  });

  it.each<[string, readonly Step[], bigint]>([
    ['the paid amount', [['PAYMENT']], 1_000n],
    ['the captured amount', [['AUTHORIZATION'], ['CAPTURE', 300n]], 300n],
    ['less a requested refund', [['PAYMENT'], ['REFUND_REQUEST', 100n, 'PENDING']], 900n],
    ['less a refund with an unknown result', [['PAYMENT'], ['REFUND', 100n, 'UNKNOWN']], 900n],
    ['less a chargeback', [['PAYMENT'], ['CHARGEBACK', 300n], ['REFUND', 100n]], 600n],
    ['plus its reversal', [['PAYMENT'], ['CHARGEBACK', 300n], ['CHARGEBACK_REVERSAL', 200n]], 900n],
    ['not more for a return that came first', [['PAYMENT'], ['CHARGEBACK_REVERSAL', 200n]], 1_000n],
    ['below zero where both gave it back', [['PAYMENT'], ['REFUND'], ['CHARGEBACK']], -1_000n],
    ['not less a declined refund', [['PAYMENT'], ['REFUND', 100n, 'DECLINED']], 1_000n],
  ])('may be refunded: %s', (_what, steps, most) => {
    expect(refundable(orderOf(...steps))).toBe(most);
  });

  it('an authorization goes no lower than the amount that is, or may be, captured', () => {
    expect(authorizationFloor(orderOf(['AUTHORIZATION'], ['CAPTURE', 300n], ['CAPTURE', 200n, 'PENDING']))).toBe(500n);
  });
});

describe('a void', () => {
  it.each<[string, readonly Step[], number, string | undefined]>([
    ['of an authorization', [['AUTHORIZATION']], 0, undefined],
    ['of an authorization with a capture', [['AUTHORIZATION'], ['CAPTURE', 1n]], 0, 'captured'],
    [
      'of an authorization whose capture was voided',
      [['AUTHORIZATION'], ['CAPTURE', 1n], ['VOID_CAPTURE', 1n, 'APPROVED', '2']],
      0,
      undefined,
    ],
    ['of a capture', [['AUTHORIZATION'], ['CAPTURE']], 1, undefined],
    ['of a capture that was refunded', [['AUTHORIZATION'], ['CAPTURE'], ['REFUND', 1n]], 1, 'refunded'],
    [
      'of one of two captures, of which as much was refunded as the other',
      [['AUTHORIZATION'], ['CAPTURE', 400n], ['CAPTURE', 600n], ['REFUND', 400n]],
      2,
      undefined,
    ],
    ['of a payment', [['PAYMENT']], 0, undefined],
    ['of a payment that was refunded in part', [['PAYMENT'], ['REFUND', 1n]], 0, 'refunded'],
    ['of a payment that is charged back in part', [['PAYMENT'], ['CHARGEBACK', 1n]], 0, 'charged back'],
    ['of a chargeback', [['PAYMENT'], ['CHARGEBACK', 1n]], 1, 'CHARGEBACK'],
    ['of a refund', [['PAYMENT'], ['REFUND']], 1, undefined],
    ['of a decline', [['PAYMENT', 1_000n, 'DECLINED']], 0, 'not successful'],
    ['of a verification', [['VERIFICATION', 0n]], 0, 'VERIFICATION'],
    ['of a void', [['PAYMENT'], ['VOID_PAYMENT', 1_000n, 'APPROVED', '1']], 1, 'VOID_PAYMENT'],
    ['a second time', [['PAYMENT'], ['VOID_PAYMENT', 1_000n, 'APPROVED', '1']], 0, 'already'],
    ['after a void that was refused', [['PAYMENT'], ['VOID_PAYMENT', 1_000n, 'DECLINED', '1']], 0, undefined],
  ])('is allowed or refused as expected: %s', (_what, steps, index, why) => {
    const order = orderOf(...steps);
    const refused = voidRefusal(order, order.movements[index]!);
    if (why === undefined) {
      expect(refused).toBeUndefined();
    } else {
      expect(refused).toContain(why);
    }
  });
});
