/** Payments without a callback, on a clock that the test moves: queried, settled, ended. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redirect } from '../../src/checkout/return/redirect-steps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/contract/durations.ts';
import { interactionStatus, interactionTimes } from '../../src/core/browser-payments/interaction-times.ts';
import { paymentResult } from '../../src/core/browser-payments/payment-result.ts';
import { lastStatus } from '../../src/core/browser-payments/timeline.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import { type Ground, openGround, START } from './ground.ts';
import { type Call, type Fault, replyWith } from './simulated-provider.ts';
import { FROM, type InitiatedPayment, World } from './world.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

async function standing(world: World, { key }: InitiatedPayment) {
  const { order, transaction, payment, events } = await world.found(key);
  return {
    code: transaction.outcome?.gatewayCode,
    order: orderStatus(order.state),
    late: payment.late,
    visit: interactionStatus(interactionTimes(events)),
  };
}

/** Minutes and seconds from the start of each status query at the provider. */
function questions(world: World): number[] {
  const instants: number[] = [];
  world.provider.fault = (call) => {
    if (call === 'state') {
      instants.push((world.now() - START) / SECOND_MS);
    }
    return undefined;
  };
  return instants;
}

const silent =
  (...calls: readonly Call[]) =>
  (call: Call): Fault | undefined =>
    calls.length === 0 || calls.includes(call) ? { status: 'NO_ANSWER' } : undefined;

const errors = (world: World) => world.log.lines.filter(({ level }) => level === 'error').map(({ message }) => message);

describe('a payer who pays and closes the browser', () => {
  it('is settled as soon as the provider’s server calls, on any clock', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.callBack(initiated);
    expect(await standing(world, initiated)).toEqual({
      code: 'APPROVED',
      order: 'CAPTURED',
      late: null,
      visit: 'COMPLETED',
    });
    expect(world.now()).toBe(START);
  });

  it('is settled without a callback within a minute, at any moment of the first quarter of an hour', async () => {
    const asked = [0, 5, 15, ...Array.from({ length: 14 }, (_, index) => (index + 1) * 60), 899];
    const waited = await Promise.all(
      asked.map(async (seconds) => {
        const world = new World(ground);
        const initiated = await world.initiate();
        await world.goTo(START + seconds * SECOND_MS);
        // Just after a query: the longest wait for the next.
        world.pass(1);
        world.provider.stand(initiated.reference, 'APPROVED');
        const paidAt = world.now();
        for (let second = 1; (await standing(world, initiated)).code === 'PENDING'; second += 1) {
          await world.goTo(paidAt + second * SECOND_MS);
        }
        expect(await standing(world, initiated)).toMatchObject({ order: 'CAPTURED', visit: 'COMPLETED' });
        return world.now() - paidAt;
      }),
    );
    expect(waited).toHaveLength(18);
    expect(Math.max(...waited)).toBeLessThanOrEqual(60 * SECOND_MS);
  });

  it('leaves no order INITIATED for ever, at any minute of the hour and a half', { timeout: 180_000 }, async () => {
    const minutes = Array.from({ length: 90 }, (_, minute) => minute);
    const ends = await Promise.all(
      minutes.map(async (minute) => {
        const world = new World(ground);
        const initiated = await world.initiate();
        await world.goTo(START + minute * MINUTE_MS);
        world.provider.stand(initiated.reference, minute % 2 === 0 ? 'APPROVED' : 'DECLINED');
        await world.goTo(START + 90 * MINUTE_MS);
        return (await standing(world, initiated)).order;
      }),
    );
    expect(ends).toEqual(minutes.map((minute) => (minute % 2 === 0 ? 'CAPTURED' : 'FAILED')));
  });
});

describe('the queries', () => {
  it('come at 5 s, 15 s, 1 min, 5 min and 15 min, in between within a minute, then at growing pauses, and at the end', async () => {
    const world = new World(ground);
    const asked = questions(world);
    await world.initiate();
    await world.goTo(START + 90 * MINUTE_MS);
    const often = Array.from({ length: 6 }, (_, index) => 60 + index * 48);
    const steady = Array.from({ length: 12 }, (_, index) => 350 + index * 50);
    const growing = [17, 22, 32, 42, 52, 62, 72, 82, 90].map((minute) => minute * 60);
    expect(asked).toEqual([5, 15, ...often, ...steady, ...growing]);
  });

  it('restart when the payer leaves for the provider, and when the payer returns, once each', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    await world.goTo(START + 40 * MINUTE_MS);
    const asked = questions(world);
    const out = { from: FROM, isPrefetch: false };
    for (let copies = 0; copies < 3; copies += 1) {
      await redirect(world.parts, initiated.handle, out);
    }
    expect(await world.dueAt(initiated)).toBe(START + 40 * MINUTE_MS + 5 * SECOND_MS);
    await world.goTo(START + 50 * MINUTE_MS);
    asked.length = 0;
    for (let copies = 0; copies < 3; copies += 1) {
      await world.handleReturn(initiated);
    }
    const cameBack = (world.now() - START) / SECOND_MS;
    await world.goTo(world.now() + 70 * SECOND_MS);
    // By the return itself, by the waiting page while it is shown, and by the schedule, counted from the return.
    expect(asked.map((at) => at - 50 * 60)).toEqual([0, 5, 5, 15, 60]);
    expect(cameBack).toBe(50 * 60 + 5);
  });

  it('come at growing pauses up to an hour while the provider waits for its own result', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'WAITING');
    await world.goTo(START + DAY_MS);
    const asked = questions(world);
    await world.goTo(START + 2 * DAY_MS);
    expect(asked).toHaveLength(24);
  });

  it('stop once the result is known', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 5 * SECOND_MS);
    expect(await world.dueAt(initiated)).toBeNull();
    await world.goTo(START + 30 * DAY_MS);
    expect(world.provider.count('state')).toBe(1);
  });

  it('that fail for one payment delay no other', async () => {
    const world = new World(ground);
    const [bad, good] = [await world.initiate(), await world.initiate()];
    world.provider.fault = (_call, reference) => {
      if (reference === bad.reference) {
        throw new Error('an adapter with a fault');
      }
      return undefined;
    };
    world.provider.stand(good.reference, 'APPROVED');
    world.pass(5 * SECOND_MS);
    await world.question();
    await expect.poll(() => standing(world, good)).toMatchObject({ code: 'APPROVED' });
    expect(await world.dueAt(bad)).toBe(START + 5 * SECOND_MS);
  });
});

describe('an abandoned payment', () => {
  it('is open after 89 minutes and ended after 90, and the provider was queried first and then cancelled', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    await world.goTo(START + 89 * MINUTE_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'PENDING', order: 'INITIATED' });
    world.provider.calls.length = 0;
    await world.goTo(START + 90 * MINUTE_MS);
    expect(await standing(world, initiated)).toEqual({
      code: 'ABORTED',
      order: 'FAILED',
      late: null,
      visit: 'COMPLETED',
    });
    expect(world.provider.calls.map(({ call }) => call)).toEqual(['state', 'cancel']);
    const [row] = await ground.query('select count(*) as n from notification where transaction_key = ?', initiated.key);
    expect(row?.n).toBe(1);
  });

  it('ends at 90 minutes in any state: redirected, agreed and not confirmed, or returned without a result', async () => {
    const ends = await Promise.all(
      (['redirected', 'agreed', 'back'] as const).map(async (where) => {
        const world = new World(ground);
        const initiated = await world.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
        await world.goTo(START + 80 * MINUTE_MS);
        await redirect(world.parts, initiated.handle, { from: FROM, isPrefetch: false });
        if (where === 'agreed') {
          world.provider.stand(initiated.reference, 'AGREED');
        }
        if (where === 'back') {
          await world.handleReturn(initiated);
        }
        await world.goTo(START + 90 * MINUTE_MS - 1);
        const before = await standing(world, initiated);
        await world.goTo(START + 90 * MINUTE_MS);
        return [
          before.code,
          (await standing(world, initiated)).code,
          world.provider.payment(initiated.reference).standing,
        ];
      }),
    );
    expect(ends).toEqual(Array(3).fill(['PENDING', 'ABORTED', replyWith('CANCELLED')]));
  });

  it.each([
    ['at the last question', 'state'],
    ['while it is being withdrawn', 'cancel'],
  ] as const)('is paid where the payer pays %s', async (_when, at) => {
    const world = new World(ground);
    const initiated = await world.initiate();
    await world.goTo(START + 90 * MINUTE_MS - 1);
    world.provider.fault = (call, reference) => {
      if (call === at) {
        world.provider.stand(reference, 'APPROVED');
      }
      return undefined;
    };
    await world.goTo(START + 90 * MINUTE_MS);
    expect(await standing(world, initiated)).toEqual({
      code: 'APPROVED',
      order: 'CAPTURED',
      late: null,
      visit: 'COMPLETED',
    });
    await world.goTo(START + 3 * DAY_MS);
    expect(world.provider.movements.size).toBe(0);
  });

  it('continues where the payer agrees while it is being cancelled, and the provider waits for its own result', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    await world.goTo(START + 90 * MINUTE_MS - 1);
    world.provider.fault = (call, reference) => {
      if (call === 'cancel' && world.now() < START + DAY_MS) {
        world.provider.stand(reference, 'WAITING');
      }
      return undefined;
    };
    await world.goTo(START + 2 * HOUR_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'PENDING', order: 'INITIATED' });
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 4 * HOUR_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'APPROVED', late: null });
  });

  it('ends also while the provider is down, and with a provider that an operator removed from the configuration', async () => {
    for (const isConfigured of [true, false]) {
      const world = new World(ground);
      const initiated = await world.initiate();
      world.provider.fault = silent();
      world.setConfigured(isConfigured);
      await world.goTo(START + 90 * MINUTE_MS - 1);
      expect(await standing(world, initiated)).toMatchObject({ code: 'PENDING' });
      await world.goTo(START + 91 * MINUTE_MS);
      expect(await standing(world, initiated)).toMatchObject({ code: 'ABORTED', order: 'FAILED' });
    }
  });

  it('that the provider never received ends too', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.payments.delete(initiated.reference);
    await world.goTo(START + 90 * MINUTE_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'ABORTED', order: 'FAILED' });
  });
});

describe('a payment that is agreed and confirmed', () => {
  it('is waited for beyond 90 minutes, and ends after seven days', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'WAITING');
    await world.goTo(START + 7 * DAY_MS - 1);
    expect(await standing(world, initiated)).toMatchObject({ code: 'PENDING', order: 'INITIATED' });
    await world.goTo(START + 7 * DAY_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'ABORTED', order: 'FAILED' });
    expect(errors(world)).toEqual([]);
  });

  it('counts at any time of its result', async () => {
    const world = new World(ground, { like: 'demoBank' });
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'WAITING');
    await world.goTo(START + 6 * DAY_MS);
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 6 * DAY_MS + HOUR_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'APPROVED', order: 'CAPTURED' });
  });

  it('is waited for where the provider falls silent after the payer returned', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.fault = silent();
    await world.handleReturn(initiated);
    await world.goTo(START + 2 * HOUR_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'PENDING' });
    world.provider.fault = () => undefined;
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 4 * HOUR_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'APPROVED', late: null });
  });
});

describe('a payment with an unknown result at the provider', () => {
  it.each(['PENDING', 'UNKNOWN'] as const)('%s, is queried until it is known', async (gatewayCode) => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, gatewayCode);
    await world.goTo(START + 2 * HOUR_MS);
    expect(await standing(world, initiated)).toMatchObject({ order: 'INITIATED' });
    expect(lastStatus(await world.found(initiated.key))).toBe('WAITING');
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 3 * HOUR_MS + MINUTE_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'APPROVED', order: 'CAPTURED' });
  });

  it.each(['PENDING', 'UNKNOWN'] as const)('%s, is not ended by a cancel at 90 minutes', async (gatewayCode) => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.fault = (call) => {
      if (call === 'cancel') {
        world.provider.stand(initiated.reference, gatewayCode);
      }
      return undefined;
    };
    await world.goTo(START + 2 * HOUR_MS);
    expect(world.provider.count('cancel')).toBe(1);
    expect(await standing(world, initiated)).toMatchObject({ code: 'PENDING', order: 'INITIATED' });
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 3 * HOUR_MS + MINUTE_MS);
    expect(await standing(world, initiated)).toMatchObject({ code: 'APPROVED', order: 'CAPTURED', late: null });
  });

  it.each(['PENDING', 'UNKNOWN'] as const)('%s, is shown to a payer as pending', async (gatewayCode) => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, gatewayCode);
    await world.handleReturn(initiated);
    expect(paymentResult(await world.found(initiated.key))).toEqual({ kind: 'waiting' });
  });
});
