import { describe, expect, it } from 'vitest';
import { type GatewayCode, resultOf } from '../../../src/contract/gateway-codes.ts';
import { applyMovement, type Movement, newOrder, orderResult, resolveMovement } from '../../../src/core/order/order.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import {
  heldParts,
  isPaidInParts,
  partOf,
  partWithEnough,
  restOf,
  settleHeld,
  withoutHeld,
} from '../../../src/core/order/parts.ts';
import { refusal } from '../../../src/core/order/transitions.ts';

type Moved = Partial<Movement> & Pick<Movement, 'transactionId' | 'type' | 'amount'>;

function orderOf(...movements: (Moved & { readonly code?: GatewayCode })[]) {
  return movements.reduce(
    (order, { code = 'APPROVED', ...movement }) =>
      applyMovement(order, { result: resultOf(code), gatewayCode: code, ...movement }, 'EUR'),
    newOrder('EUR', 10_000n),
  );
}

const REFUSED = { transactionId: '1', type: 'AUTHORIZATION', amount: 10_000n, code: 'INSUFFICIENT_FUNDS' } as const;
const HOLD = { transactionId: '2', type: 'AUTHORIZATION', amount: 3_000n, part: 'HOLD', code: 'PENDING' } as const;
const REST = { transactionId: '3', type: 'AUTHORIZATION', amount: 7_000n, part: 'REST' } as const;

const held = orderOf(REFUSED, HOLD);
const paid = settleHeld(orderOf(REFUSED, HOLD, REST));

describe('an order of which a part is held', () => {
  it('is not paid, keeps its amount, and has the rest left', () => {
    expect([orderStatus(held), orderResult(held), held.amount, held.totalAuthorized]).toEqual([
      'INITIATED',
      'PENDING',
      10_000n,
      0n,
    ]);
    expect(restOf(held)).toBe(7_000n);
    expect(heldParts(held).map(({ transactionId }) => transactionId)).toEqual(['2']);
  });

  it('accepts no payment but the rest', () => {
    expect(refusal(held, 'AUTHORIZE')).toContain("transaction '2' of this order is not finished");
    expect(refusal(withoutHeld(held), 'AUTHORIZE')).toBeUndefined();
    expect(refusal(held, 'CAPTURE')).toBeDefined();
    expect(refusal(held, 'VOID')).toBeDefined();
  });

  it('can be paid anew once the part is released', () => {
    const released = resolveMovement(held, '2', 'CANCELLED', true);
    expect([orderStatus(released), released.totalAuthorized, restOf(released)]).toEqual(['FAILED', 0n, 10_000n]);
    expect(refusal(released, 'AUTHORIZE')).toBeUndefined();
    expect(released.movements[1]).toMatchObject({ released: true, result: 'FAILURE' });
  });

  it('still has its part held after the rest was refused', () => {
    const refused = orderOf(REFUSED, HOLD, { ...REST, code: 'DECLINED' });
    expect([orderStatus(refused), restOf(refused), isPaidInParts(refused)]).toEqual(['INITIATED', 7_000n, false]);
  });
});

describe('an order that was paid in parts', () => {
  it('counts both in its totals', () => {
    expect([orderStatus(paid), paid.totalAuthorized, paid.amount]).toEqual(['AUTHORIZED', 10_000n, 10_000n]);
    expect(isPaidInParts(paid)).toBe(true);
  });

  it('has each part as an order of its own, with the transactions that followed it', () => {
    const captured = applyMovement(
      paid,
      { transactionId: 'c', type: 'CAPTURE', amount: 2_000n, target: '3', result: 'SUCCESS', gatewayCode: 'APPROVED' },
      'EUR',
    );
    expect(partOf(captured, 'c')).toEqual(partOf(captured, '3'));
    expect(partOf(captured, '3')).toMatchObject({ amount: 7_000n, totalAuthorized: 7_000n, totalCaptured: 2_000n });
    expect(partOf(captured, '2')).toMatchObject({ amount: 3_000n, totalAuthorized: 3_000n, totalCaptured: 0n });
  });

  it('leaves another order whole', () => {
    expect(partOf(held, '2')).toBe(held);
  });

  it.each([
    [3_000n, '2'],
    [7_000n, '3'],
    [1_000n, '3'],
    [6_999n, '3'],
    [7_001n, undefined],
  ])('of %s minor units takes the part with exactly that much left, else the newest with enough', (amount, id) => {
    const authorizations = paid.movements.filter(({ result }) => result === 'SUCCESS');
    const roomOf = ({ totalAuthorized: left }: { totalAuthorized: bigint }) => ({ left, most: left });
    expect(partWithEnough(paid, authorizations, amount, roomOf)?.transactionId).toBe(id);
  });

  it('is cancelled when both are voided, not when one is', () => {
    const voided = (order: typeof paid, target: string, amount: bigint) =>
      applyMovement(
        order,
        {
          transactionId: `v${target}`,
          type: 'VOID_AUTHORIZATION',
          amount,
          target,
          result: 'SUCCESS',
          gatewayCode: 'APPROVED',
        },
        'EUR',
      );
    const one = voided(paid, '3', 7_000n);
    expect([orderStatus(one), one.totalAuthorized]).toEqual(['AUTHORIZED', 3_000n]);
    expect(orderStatus(voided(one, '2', 3_000n))).toBe('CANCELLED');
  });
});
