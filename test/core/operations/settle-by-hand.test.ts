/**
 * An operator settles payments with a provider by hand: an open one, one that had ended, and one that cannot be
 * settled.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { paymentResult } from '../../../src/core/browser-payments/payment-result.ts';
import { type KnownResult, settleByHand } from '../../../src/core/operations/settle-by-hand.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import { type Ground, openGround, START } from '../../browser-payments/ground.ts';
import { type InitiatedPayment, World } from '../../browser-payments/world.ts';
import { NO_SAVED_CARDS } from '../../support/no-saved-cards.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function settle(world: World, { orderId }: InitiatedPayment, result: KnownResult, transactionId = '1') {
  return settleByHand(
    {
      clock: { now: () => world.now() },
      orders: ground.store.orders,
      payments: ground.store.browserPayments,
      notifications: world.gateway.notifications,
      savedCards: NO_SAVED_CARDS,
      pause: async () => undefined,
    },
    { merchant: await world.merchant(), orderId, transactionId, result, by: 'alice' },
  );
}

async function shown(world: World, initiated: InitiatedPayment) {
  const found = await world.found(initiated.key);
  const { order, transaction, payment } = found;
  return [transaction.outcome?.gatewayCode, orderStatus(order.state), payment.late, paymentResult(found).kind];
}

/** The payment ended here after 90 minutes, without an answer from the provider. */
async function ended(): Promise<{ world: World; initiated: InitiatedPayment }> {
  const world = new World(ground);
  const initiated = await world.initiate();
  world.provider.fault = () => ({ status: 'NO_ANSWER' });
  await world.goTo(START + 91 * MINUTE_MS);
  expect(await shown(world, initiated)).toEqual(['ABORTED', 'FAILED', null, 'unsettled']);
  return { world, initiated };
}

it('an open payment that is paid pays the order, and its provider is not queried any more', async () => {
  const world = new World(ground);
  const initiated = await world.initiate();
  expect(await settle(world, initiated, 'paid')).toBe('SETTLED');
  expect(await shown(world, initiated)).toEqual(['APPROVED', 'CAPTURED', null, 'made']);
  expect(await world.dueAt(initiated)).toBeNull();
  expect([await settle(world, initiated, 'paid'), await settle(world, initiated, 'failed')]).toEqual([
    'REPEATED',
    'DECIDED',
  ]);
  const { events } = await world.found(initiated.key);
  const ends = events.filter(({ kind }) => kind === 'COMPLETED');
  expect(ends).toMatchObject([{ actor: 'OPERATOR', source: 'alice', outcome: 'APPROVED', times: 1 }]);
});

it('an open payment that failed is ended at its provider, and any money taken is refunded', async () => {
  const [left, taken] = [new World(ground), new World(ground)];
  const [one, other] = [await left.initiate(), await taken.initiate()];
  expect([await settle(left, one, 'failed'), await settle(taken, other, 'failed')]).toEqual(['SETTLED', 'SETTLED']);
  taken.provider.stand(other.reference, 'APPROVED');
  await left.goTo(START + 10 * MINUTE_MS);
  await taken.goTo(START + 10 * MINUTE_MS);
  expect(left.provider.count('cancel')).toBe(1);
  expect(await shown(left, one)).toEqual(['DECLINED', 'FAILED', null, 'notCharged']);
  expect(await shown(taken, other)).toEqual(['DECLINED', 'FAILED', 'REFUNDED', 'late']);
});

it('a payment that had ended and failed charges no payer, and is not queried any more', async () => {
  const { world, initiated } = await ended();
  expect(await settle(world, initiated, 'failed')).toBe('SETTLED');
  expect(await shown(world, initiated)).toEqual(['ABORTED', 'FAILED', null, 'notCharged']);
  expect(await world.dueAt(initiated)).toBeNull();
  expect([await settle(world, initiated, 'failed'), await settle(world, initiated, 'paid')]).toEqual([
    'REPEATED',
    'DECIDED',
  ]);
});

it('a payment that had ended and was paid is late money that waits for a decision', async () => {
  const { world, initiated } = await ended();
  expect(await settle(world, initiated, 'paid')).toBe('LATE');
  expect(await shown(world, initiated)).toEqual(['ABORTED', 'FAILED', 'REPORTED', 'late']);
  expect(await world.dueAt(initiated)).toBeNull();
  expect([await settle(world, initiated, 'paid'), await settle(world, initiated, 'failed')]).toEqual([
    'REPEATED',
    'DECIDED',
  ]);
});

it('a capture without an acknowledgement is repeated, and not settled by hand', async () => {
  const world = new World(ground);
  const initiated = await world.initiate({ operation: 'AUTHORIZE' });
  world.provider.stand(initiated.reference, 'APPROVED');
  await world.callBack(initiated);
  world.provider.fault = (call) => (call === 'move' ? { status: 'NO_ANSWER' } : undefined);
  await world.follow(initiated, 'CAPTURE', '2', { transaction: { amount: '12.00', currency: 'EUR' } });
  expect(await settle(world, initiated, 'paid', '2')).toBe('ADVICE');
  expect((await shown(world, initiated))[1]).toBe('AUTHORIZED');
});

it('a settlement of a locked order changes nothing', async () => {
  const world = new World(ground);
  const initiated = await world.initiate();
  const lock = (by: number | null) =>
    ground.write('update payment_order set locked_by = ? where order_id = ?', by, initiated.orderId);
  await lock(initiated.key);
  expect(await settle(world, initiated, 'paid')).toBe('BUSY');
  await lock(null);
  expect(await shown(world, initiated)).toEqual(['PENDING', 'INITIATED', null, 'open']);
  expect(await settle(world, initiated, 'paid')).toBe('SETTLED');
});
