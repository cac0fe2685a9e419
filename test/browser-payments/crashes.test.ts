/** Recovery of a payment at a provider after a process that dies, a disk that fails, or an order that is locked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../src/adapters/store/engine/engine.ts';
import { handleReturn } from '../../src/checkout/return/redirect-steps.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/contract/durations.ts';
import { execute } from '../../src/core/operations/execute.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import type { Orders } from '../../src/core/ports/index.ts';
import { confirm, endOf, PAID } from './ends.ts';
import { type Ground, openGround, START } from './ground.ts';
import type { Call } from './simulated-provider.ts';
import { FROM, type InitiatedPayment, newOrderId, World } from './world.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** The provider has executed the call, and its answer does not arrive: the process that waited for it is dead. */
function dyingAt(world: World, call: Call): void {
  world.provider.held = (one) => (one === call ? new Promise(() => undefined) : undefined);
}

function alive(world: World): void {
  world.provider.held = () => undefined;
}

async function keyOf(orderId: string): Promise<number> {
  const [row] = await ground.query(
    'select t.key from payment_transaction t join payment_order o on o.key = t.order_key where o.order_id = ?',
    orderId,
  );
  return Number(row?.key);
}

describe('a process that dies', () => {
  it('before the provider got the payment leaves a failure without a redirect or a query', async () => {
    const world = new World(ground);
    world.provider.fault = () => ({ status: 'NO_ANSWER' });
    dyingAt(world, 'create');
    const call = await world.initiation();
    void execute(world.gateway, call);
    await expect.poll(() => world.provider.count('create')).toBe(1);
    alive(world);
    world.provider.fault = () => undefined;
    expect(await world.restart()).toBe(1);
    const key = await keyOf(call.orderId);
    expect(await endOf(world, key)).toMatchObject({ code: 'TIMED_OUT', order: 'FAILED', lockedBy: null, notified: 1 });
    await world.goTo(START + 10 * MINUTE_MS);
    expect(world.provider.count('cancel')).toBe(0);
    expect(await world.dueAt({ key })).toBeNull();
  });

  it('after the provider made the payment cancels it, so that an old link cannot pay it', async () => {
    const world = new World(ground);
    dyingAt(world, 'create');
    const call = await world.initiation();
    void execute(world.gateway, call);
    await expect.poll(() => world.provider.payments.size).toBe(1);
    alive(world);
    expect(await world.restart()).toBe(1);
    const key = await keyOf(call.orderId);
    const { payment } = await world.found(key);
    expect(payment.pageUrl).toBeNull();
    await world.goTo(START + 10 * MINUTE_MS);
    expect(world.provider.payment(payment.reference).standing).toMatchObject({ gatewayCode: 'CANCELLED' });
    expect(await endOf(world, key)).toMatchObject({ code: 'TIMED_OUT', order: 'FAILED', late: null });
    // The order is free for another payment.
    const again = await world.initiate({ orderId: call.orderId, transactionId: '2' });
    expect(await endOf(world, again.key)).toMatchObject({ code: 'PENDING', order: 'INITIATED' });
  });

  it('between the merchant’s confirmation and the provider’s answer has confirmed; the next one finds the result, once', async () => {
    for (const isDone of [true, false]) {
      const world = new World(ground);
      const initiated = await world.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
      world.provider.stand(initiated.reference, 'AGREED');
      // Late in the schedule, with ten minutes until the next query.
      await world.goTo(START + 45 * MINUTE_MS);
      if (!isDone) {
        world.provider.fault = (call) => (call === 'confirm' ? { status: 'NO_ANSWER' } : undefined);
      }
      dyingAt(world, 'confirm');
      void confirm(world, initiated);
      await expect.poll(() => world.provider.count('confirm')).toBe(1);
      alive(world);
      world.provider.fault = () => undefined;
      expect(await world.restart()).toBe(0);
      await world.goTo(START + 45 * MINUTE_MS + 5 * SECOND_MS);
      expect(await endOf(world, initiated.key)).toEqual(PAID);
    }
  });

  it('before the confirmation was stored has confirmed nothing', async () => {
    const world = new World(ground);
    const initiated = await world.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
    world.provider.stand(initiated.reference, 'AGREED');
    dyingAt(world, 'state');
    void confirm(world, initiated);
    await expect.poll(() => world.provider.count('state')).toBe(1);
    alive(world);
    await world.restart();
    await world.goTo(START + 30 * MINUTE_MS);
    expect(world.provider.count('confirm')).toBe(0);
    expect(await endOf(world, initiated.key)).toMatchObject({ code: 'PENDING' });
  });

  it('while it settles a payment loses nothing: the next query settles it, and the merchant is notified once', async () => {
    const failing = { now: false };
    const world = new World(ground, { orders: (real) => failingOrders(real, 'resolvePending', failing) });
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'APPROVED');
    failing.now = true;
    await world.callBack(initiated);
    expect(await endOf(world, initiated.key)).toMatchObject({ code: 'PENDING', notified: 0, completed: 0 });
    failing.now = false;
    await world.restart();
    await world.goTo(world.now());
    expect(await endOf(world, initiated.key)).toEqual(PAID);
  });

  it('during a capture leaves it pending; the next process repeats it, and it counts once', async () => {
    const world = new World(ground);
    const initiated = await world.initiate({ operation: 'AUTHORIZE' });
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.callBack(initiated);
    dyingAt(world, 'move');
    void world.follow(initiated, 'CAPTURE', '2', { transaction: { amount: '5.00', currency: 'EUR' } });
    await expect.poll(() => world.provider.count('move')).toBe(1);
    alive(world);
    expect(await world.restart()).toBe(1);
    await world.goTo(world.now() + 2 * SECOND_MS);
    expect(world.provider.movements.size).toBe(1);
    expect(world.provider.count('move')).toBe(2);
    const { order } = await world.found(initiated.key);
    expect([orderStatus(order.state), order.state.totalCaptured]).toEqual(['PARTIALLY_CAPTURED', 500n]);
  });
});

/** As on a disk that is full for a while. */
function failingOrders(real: Orders, method: 'complete' | 'resolvePending', failing: { now: boolean }): Orders {
  return new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') {
        return value;
      }
      if (name === method && failing.now) {
        return async () => {
          throw new StoreError('The store failed.');
        };
      }
      return value.bind(target);
    },
  });
}

describe('a disk that fails', () => {
  it('while the initiation is finished is waited for, and the payer gets the page of the provider', async () => {
    const failing = { now: true };
    const world = new World(ground, { orders: (real) => failingOrders(real, 'complete', failing) });
    const initiating = world.initiate();
    await expect.poll(() => world.log.lines.map(({ level }) => level)).toContain('error');
    failing.now = false;
    const initiated = await initiating;
    const { payment } = await world.found(initiated.key);
    expect(payment.pageUrl).toContain(initiated.reference);
    expect(world.provider.count('create')).toBe(1);
  });

  it('while a browser returns still shows the payer a page, and the schedule finds the result', async () => {
    const failing = { now: false };
    const world = new World(ground, { orders: (real) => failingOrders(real, 'resolvePending', failing) });
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'APPROVED');
    failing.now = true;
    const hop = await handleReturn(world.parts, initiated.state, { from: FROM, isPrefetch: false });
    expect(hop.kind).toBe('REDIRECT');
    failing.now = false;
    await world.goTo(START + 5 * SECOND_MS);
    expect(await endOf(world, initiated.key)).toEqual(PAID);
  });
});

/** Another operation has locked the order until it is released. */
async function held(initiated: InitiatedPayment, isHeld: boolean): Promise<void> {
  const [row] = await ground.query('select order_key from payment_transaction where key = ?', initiated.key);
  await ground.write(
    'update payment_order set locked_by = ? where key = ?',
    isHeld ? -1 : null,
    Number(row?.order_key),
  );
}

describe('an order that another operation has locked', () => {
  it('during the provider’s callback is settled as soon as it is released', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'APPROVED');
    await held(initiated, true);
    const calling = world.callBack(initiated);
    await expect.poll(() => world.provider.count('state')).toBe(1);
    await held(initiated, false);
    await calling;
    expect(await endOf(world, initiated.key)).toEqual(PAID);
  });

  it('for longer is tried again a second later, at any time of the schedule', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'WAITING');
    await world.goTo(START + 3 * 60 * MINUTE_MS);
    world.provider.stand(initiated.reference, 'APPROVED');
    await held(initiated, true);
    await world.callBack(initiated);
    expect(await endOf(world, initiated.key)).toMatchObject({ code: 'PENDING', completed: 0 });
    await held(initiated, false);
    await world.goTo(world.now() + SECOND_MS);
    expect(await endOf(world, initiated.key)).toEqual(PAID);
  });

  it('does not end at 90 minutes while it is locked, and ends once it is released', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    await world.goTo(START + 90 * MINUTE_MS - 1);
    await held(initiated, true);
    await world.goTo(START + 90 * MINUTE_MS);
    expect(await endOf(world, initiated.key)).toMatchObject({ code: 'PENDING' });
    await held(initiated, false);
    await world.goTo(START + 90 * MINUTE_MS + 5 * SECOND_MS);
    expect(await endOf(world, initiated.key)).toMatchObject({ order: 'FAILED', completed: 1, notified: 1, late: null });
  });
});

describe('a provider that an operator removes from the configuration', () => {
  it('during a capture: it waits, and is sent when the provider is configured again', async () => {
    const world = new World(ground);
    const initiated = await world.initiate({ operation: 'AUTHORIZE' });
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.callBack(initiated);
    world.setConfigured(false);
    const result = await world.follow(initiated, 'CAPTURE', '2', { transaction: { amount: '12.00', currency: 'EUR' } });
    expect(result).toMatchObject({ kind: 'DONE', transaction: { outcome: { gatewayCode: 'PENDING' } } });
    await world.goTo(START + 60 * MINUTE_MS);
    expect(world.provider.count('move')).toBe(0);
    world.setConfigured(true);
    await world.goTo(START + 62 * MINUTE_MS);
    const { order } = await world.found(initiated.key);
    expect([orderStatus(order.state), order.state.totalCaptured]).toEqual(['CAPTURED', 1_200n]);
    expect(world.provider.movements.size).toBe(1);
  });

  it('accepts no new payment', async () => {
    const world = new World(ground);
    world.setConfigured(false);
    const call = await world.initiation({ orderId: newOrderId() });
    await expect(execute(world.gateway, call)).rejects.toThrow('a provider of the merchant’s profile');
  });
});
