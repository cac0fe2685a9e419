/** Captures, refunds and voids that a provider has not decided, and a provider that asks for a pause. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/contract/durations.ts';
import { type Ground, openGround } from './ground.ts';
import { type InitiatedPayment, World } from './world.ts';

let ground: Ground;
let world: World;
let initiated: InitiatedPayment;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function paid(): Promise<void> {
  world = new World(ground);
  initiated = await world.initiate({ operation: 'AUTHORIZE' });
  world.provider.stand(initiated.reference, 'APPROVED');
  await world.callBack(initiated);
}

const capture = () => world.follow(initiated, 'CAPTURE', '2', { transaction: { amount: '12.00', currency: 'EUR' } });
const captured = async () => {
  const { order } = await world.found(initiated.key);
  return order.state.movements.find(({ transactionId }) => transactionId === '2')?.gatewayCode;
};
const key = async () => {
  const { order } = await world.found(initiated.key);
  return (await ground.store.orders.transaction(order.key, '2'))!.key;
};

describe('a capture that is pending at the provider', () => {
  beforeEach(async () => {
    await paid();
    world.provider.movesWith = 'PENDING';
    await capture();
  });

  it('is queried at growing intervals', async () => {
    await world.goTo(world.now() + 24 * HOUR_MS);
    expect(await captured()).toBe('PENDING');
    expect(world.provider.count('move')).toBeGreaterThan(24);
    expect(world.provider.count('move')).toBeLessThan(40);
  });

  it('has its result as soon as the provider’s server calls', async () => {
    await world.goTo(world.now() + 24 * HOUR_MS);
    world.provider.movesWith = 'APPROVED';
    await world.callBack(initiated);
    expect(await captured()).toBe('APPROVED');
  });

  it('is not queried once it has its result, for any number of callbacks', async () => {
    world.provider.movesWith = 'APPROVED';
    await world.callBack(initiated);
    const asked = world.provider.count('move');
    await world.callBack(initiated);
    await world.goTo(world.now() + 24 * HOUR_MS);
    expect(world.provider.count('move')).toBe(asked);
  });

  it('that got its result during a query is not queried forever', async () => {
    world.provider.movesWith = 'APPROVED';
    await world.callBack(initiated);
    await ground.store.browserPayments.note(await key(), [], world.now());
    await world.goTo(world.now() + HOUR_MS);
    expect(await world.dueAt({ key: await key() })).toBeNull();
  });
});

describe('an overloaded provider', () => {
  const retryAfterMs = 10 * MINUTE_MS;

  it('is queried about a payment no sooner than its retry time', async () => {
    world = new World(ground);
    initiated = await world.initiate();
    world.provider.fault = (call) => (call === 'state' ? { status: 'NOT_SENT', retryAfterMs } : undefined);
    await world.goTo(world.now() + 10 * SECOND_MS);
    expect(await world.dueAt(initiated)).toBe(world.now() - 5 * SECOND_MS + retryAfterMs);
  });

  it('is sent a capture no sooner than its retry time', async () => {
    await paid();
    world.provider.fault = (call) => (call === 'move' ? { status: 'NOT_SENT', retryAfterMs } : undefined);
    await capture();
    await world.goTo(world.now() + 2 * SECOND_MS);
    expect(await world.dueAt({ key: await key() })).toBe(world.now() + retryAfterMs);
  });

  it('with a retry time of a day is called within the hour', async () => {
    world = new World(ground);
    initiated = await world.initiate();
    world.provider.fault = () => ({ status: 'NOT_SENT', retryAfterMs: 24 * HOUR_MS });
    await world.goTo(world.now() + 5 * SECOND_MS);
    expect(await world.dueAt(initiated)).toBe(world.now() + HOUR_MS);
  });
});
