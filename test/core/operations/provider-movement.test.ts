/**
 * Operations on a payment made by a provider: sent to the provider under the provider's ids, and repeated until
 * answered.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../src/contract/durations.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import { type Ground, openGround } from '../../browser-payments/ground.ts';
import { type InitiatedPayment, World } from '../../browser-payments/world.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function paidBy(operation: 'AUTHORIZE' | 'PAY', like: 'demoBank' | 'demoWallet' = 'demoWallet') {
  const world = new World(ground, { like });
  const initiated = await world.initiate({ operation });
  world.provider.stand(initiated.reference, 'APPROVED');
  await world.callBack(initiated);
  return { world, initiated };
}

const amount = (value: string) => ({ transaction: { amount: value, currency: 'EUR' } });
const target = (id: string) => ({ transaction: { targetTransactionId: id } });

async function standing(world: World, { key }: InitiatedPayment) {
  const { state } = (await world.found(key)).order;
  return [orderStatus(state), state.totalAuthorized, state.totalCaptured, state.totalRefunded];
}

const movements = (world: World) =>
  [...world.provider.movements.values()].map(({ kind, amount: units, currency, payment }) => [
    kind,
    units,
    currency.code,
    payment.reference,
  ]);

describe('a payment that a wallet authorized', () => {
  it('is captured in parts and refunded, each as a movement of its own, and the acquirer is not called', async () => {
    const { world, initiated } = await paidBy('AUTHORIZE');
    await world.follow(initiated, 'CAPTURE', '2', amount('5.00'));
    await world.follow(initiated, 'CAPTURE', '3', amount('7.00'));
    await world.follow(initiated, 'REFUND', '4', amount('2.50'));
    expect(await standing(world, initiated)).toEqual(['PARTIALLY_REFUNDED', 1_200n, 1_200n, 250n]);
    expect(movements(world)).toEqual([
      ['CAPTURE', 500n, 'EUR', initiated.reference],
      ['CAPTURE', 700n, 'EUR', initiated.reference],
      ['REFUND', 250n, 'EUR', initiated.reference],
    ]);
    const references = [...world.provider.movements.keys()];
    expect(new Set(references).size).toBe(3);
    for (const reference of references) {
      expect(reference).toMatch(new RegExp(`^${initiated.reference}-[0-9a-z]+$`));
    }
    expect([world.acquirer.requests, world.acquirer.sentAdvices]).toEqual([[], []]);
  });

  it('is voided as a whole without a target, and its capture and refund by their names', async () => {
    const { world, initiated } = await paidBy('AUTHORIZE');
    await world.follow(initiated, 'CAPTURE', '2', amount('12.00'));
    await world.follow(initiated, 'REFUND', '3', amount('12.00'));
    await world.follow(initiated, 'VOID', '4', target('3'));
    await world.follow(initiated, 'VOID', '5', target('2'));
    await world.follow(initiated, 'VOID', '6', target('1'));
    const [capture, refund, ...voids] = [...world.provider.movements.values()];
    expect(voids.map(({ kind, target: undone }) => [kind, undone])).toEqual([
      ['VOID', refund?.reference],
      ['VOID', capture?.reference],
      ['VOID', undefined],
    ]);
    expect(await standing(world, initiated)).toEqual(['CANCELLED', 0n, 0n, 0n]);
  });

  it('sends the provider the merchant’s own reference of the movement', async () => {
    const { world, initiated } = await paidBy('AUTHORIZE');
    await world.follow(initiated, 'CAPTURE', '2', {
      transaction: { amount: '1.00', currency: 'EUR', reference: 'ref-1' },
    });
    expect([...world.provider.movements.values()]).toMatchObject([{ transactionReference: 'ref-1' }]);
  });

  it('is unchanged after the provider declines its capture', async () => {
    const { world, initiated } = await paidBy('AUTHORIZE');
    world.provider.movesWith = 'DECLINED';
    const result = await world.follow(initiated, 'CAPTURE', '2', amount('5.00'));
    expect(result).toMatchObject({ transaction: { outcome: { gatewayCode: 'DECLINED' } } });
    expect(await standing(world, initiated)).toEqual(['AUTHORIZED', 1_200n, 0n, 0n]);
    expect(await world.dueAt((result as { transaction: { key: number } }).transaction)).toBeNull();
  });

  it.each([
    ['UPDATE_AUTHORIZATION', amount('20.00')],
    ['UPDATE_AUTHORIZATION', {}],
  ] as const)('accepts no %s %o, and the provider is not called', async (operation, body) => {
    const { world, initiated } = await paidBy('AUTHORIZE');
    await expect(world.follow(initiated, operation, '2', body)).rejects.toThrow(`${operation} is not possible`);
    expect(movements(world)).toEqual([]);
  });
});

describe('a movement without an answer', () => {
  it.each(['NO_ANSWER', 'NOT_SENT'] as const)(
    'is pending, repeated until there is one, and counts once: %s',
    async (status) => {
      const { world, initiated } = await paidBy('AUTHORIZE');
      world.provider.fault = (call) =>
        call === 'move' ? { status, ...(status === 'NO_ANSWER' && { done: true }) } : undefined;
      const result = await world.follow(initiated, 'CAPTURE', '2', amount('5.00'));
      expect(result).toMatchObject({ transaction: { outcome: { gatewayCode: 'PENDING' } } });
      await world.goTo(world.now() + 10 * MINUTE_MS);
      expect(await standing(world, initiated)).toEqual(['AUTHORIZED', 1_200n, 0n, 0n]);
      // A pending amount cannot be captured a second time.
      await expect(world.follow(initiated, 'CAPTURE', '3', amount('12.00'))).rejects.toThrow(
        '7.00 EUR are left to capture',
      );
      world.provider.fault = () => undefined;
      await world.goTo(world.now() + MINUTE_MS);
      expect(await standing(world, initiated)).toEqual(['PARTIALLY_CAPTURED', 1_200n, 500n, 0n]);
      expect(world.provider.movements.size).toBe(1);
      const movesBefore = world.provider.count('move');
      await world.goTo(world.now() + 60 * MINUTE_MS);
      expect(world.provider.count('move')).toBe(movesBefore);
    },
  );

  it('that the provider calls pending is repeated, and then refused', async () => {
    const { world, initiated } = await paidBy('PAY');
    world.provider.movesWith = 'PENDING';
    await world.follow(initiated, 'REFUND', '2', amount('12.00'));
    world.provider.movesWith = 'DECLINED';
    await world.goTo(world.now() + 5 * SECOND_MS);
    expect(await standing(world, initiated)).toEqual(['CAPTURED', 1_200n, 1_200n, 0n]);
    const [row] = await ground.query(
      'select count(*) as n from notification n join payment_transaction t on t.key = n.transaction_key where t.order_key = ?',
      (await world.found(initiated.key)).order.key,
    );
    // The payment, the pending refund, and its end.
    expect(row?.n).toBe(3);
  });

  it('gets its current result when it is sent again with the same ids', async () => {
    const { world, initiated } = await paidBy('AUTHORIZE');
    world.provider.fault = (call) => (call === 'move' ? { status: 'NO_ANSWER' } : undefined);
    await world.follow(initiated, 'CAPTURE', '2', amount('5.00'));
    world.provider.fault = () => undefined;
    const again = await world.follow(initiated, 'CAPTURE', '2', amount('5.00'));
    expect(again).toMatchObject({ repeated: true, transaction: { outcome: { gatewayCode: 'PENDING' } } });
    expect(world.provider.count('move')).toBe(1);
  });
});

describe('a payment with a bank', () => {
  it('is refunded, and never voided', async () => {
    const { world, initiated } = await paidBy('PAY', 'demoBank');
    await expect(world.follow(initiated, 'VOID', '2', target('1'))).rejects.toThrow(
      'VOID is not possible: Demo Bank, with which the order was paid, does not offer it.',
    );
    await world.follow(initiated, 'REFUND', '3', amount('12.00'));
    expect(movements(world)).toEqual([['REFUND', 1_200n, 'EUR', initiated.reference]]);
    expect(await standing(world, initiated)).toEqual(['REFUNDED', 1_200n, 1_200n, 1_200n]);
    await expect(world.follow(initiated, 'VOID', '4', target('3'))).rejects.toThrow('VOID is not possible');
  });
});

describe('a payment that is not made yet', () => {
  it.each([
    ['CAPTURE', amount('12.00')],
    ['REFUND', amount('12.00')],
    ['VOID', target('1')],
    ['UPDATE_AUTHORIZATION', {}],
  ] as const)('accepts no %s, and neither does one that was declined', async (operation, body) => {
    for (const isDeclined of [false, true]) {
      const world = new World(ground);
      const initiated = await world.initiate({ operation: 'AUTHORIZE' });
      if (isDeclined) {
        world.provider.stand(initiated.reference, 'DECLINED');
        await world.callBack(initiated);
      }
      await expect(world.follow(initiated, operation, '2', body)).rejects.toThrow();
      expect(movements(world)).toEqual([]);
    }
  });

  it('is not sent to an issuer with a code', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'DECLINED');
    await world.callBack(initiated);
    const body = { transaction: { authorizationCode: 'A1B2C3' } };
    await expect(world.follow(initiated, 'REFERRAL', '2', body)).rejects.toThrow('REFERRAL is not possible');
    expect(world.acquirer.requests).toEqual([]);
  });
});
