/**
 * The merchant's confirmation, the payer's choice of another method and the timeout of a payment, all at the same
 * moment.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/contract/durations.ts';
import { cancelAtProvider } from '../../src/core/browser-payments/cancel-at-provider.ts';
import { execute } from '../../src/core/operations/execute.ts';
import { confirm, endOf, PAID } from './ends.ts';
import { type Ground, openGround, START } from './ground.ts';
import { FROM, World } from './world.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

describe('the merchant’s confirmation', () => {
  it.each([2, 50])('%i times at once makes one payment, with the same answer for all', async (copies) => {
    const world = new World(ground);
    const initiated = await world.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
    world.provider.stand(initiated.reference, 'AGREED');
    const answers = await Promise.all(Array.from({ length: copies }, () => confirm(world, initiated)));
    expect(answers.map(({ transaction }) => transaction.outcome?.gatewayCode)).toEqual(Array(copies).fill('APPROVED'));
    expect(await endOf(world, initiated.key)).toEqual(PAID);
    expect((await confirm(world, initiated)).transaction.outcome?.gatewayCode).toBe('APPROVED');
    expect(await endOf(world, initiated.key)).toEqual(PAID);
  });

  it('racing with the end at 90 minutes ends in one state, the same here and there', async () => {
    const ends = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const world = new World(ground);
        const initiated = await world.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
        world.provider.stand(initiated.reference, 'AGREED');
        await world.goTo(START + 90 * MINUTE_MS - 1);
        world.pass(1);
        await Promise.allSettled([confirm(world, initiated), world.question(), confirm(world, initiated)]);
        await world.goTo(world.now() + 10 * MINUTE_MS);
        const { code, late, notified, completed } = await endOf(world, initiated.key);
        const { standing } = world.provider.payment(initiated.reference);
        const there = typeof standing === 'string' ? standing : standing.gatewayCode;
        expect([notified, completed, late]).toEqual([1, 1, null]);
        return `${code} here, ${there} there`;
      }),
    );
    // A confirmation may be the first to read that the payment was cancelled.
    const agreed = [
      'APPROVED here, APPROVED there',
      'ABORTED here, CANCELLED there',
      'CANCELLED here, CANCELLED there',
    ];
    for (const one of ends) {
      expect(agreed).toContain(one);
    }
  });

  it('of a payment with another amount at the provider takes no money, and is reported', async () => {
    const world = new World(ground);
    const initiated = await world.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
    world.provider.payment(initiated.reference).money = {
      amount: 120_000n,
      currency: 'EUR',
      orderId: initiated.orderId,
    };
    world.provider.stand(initiated.reference, 'AGREED');
    await expect(confirm(world, initiated)).rejects.toThrow('the provider has other money down');
    expect(world.provider.count('confirm')).toBe(0);
    expect(world.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'the amount of a browser payment differs at its provider' },
    ]);
    await world.goTo(START + 91 * MINUTE_MS);
    expect(await endOf(world, initiated.key)).toMatchObject({ code: 'ABORTED', order: 'FAILED', late: null });
    expect(world.provider.payment(initiated.reference).standing).toMatchObject({ gatewayCode: 'CANCELLED' });
  });

  it('that was lost is not repeated by the schedule where the provider has another amount', async () => {
    const world = new World(ground);
    const initiated = await world.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
    world.provider.stand(initiated.reference, 'AGREED');
    world.provider.fault = (call) => (call === 'confirm' ? { status: 'NOT_SENT' } : undefined);
    await confirm(world, initiated);
    world.provider.fault = () => undefined;
    world.provider.payment(initiated.reference).money = {
      amount: 120_000n,
      currency: 'EUR',
      orderId: initiated.orderId,
    };
    await world.goTo(START + 91 * MINUTE_MS);
    expect(world.provider.count('confirm')).toBe(1);
    expect(await endOf(world, initiated.key)).toMatchObject({ code: 'ABORTED', late: null });
  });
});

describe('a payer who wants to pay by another method', () => {
  it('has either paid or not after agreeing at the provider at the same moment', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.fault = (call, reference) => {
      if (call === 'cancel') {
        world.provider.stand(reference, 'APPROVED');
      }
      return undefined;
    };
    const found = await cancelAtProvider(world.parts, await world.found(initiated.key), FROM);
    expect(found.transaction.outcome?.gatewayCode).toBe('APPROVED');
    expect(await endOf(world, initiated.key)).toEqual(PAID);
  });

  it('by fifty concurrent requests cancels it once', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    const found = await world.found(initiated.key);
    const answers = await Promise.all(Array.from({ length: 50 }, () => cancelAtProvider(world.parts, found, FROM)));
    expect(answers.map(({ transaction }) => transaction.outcome?.gatewayCode)).toEqual(Array(50).fill('CANCELLED'));
    expect(await endOf(world, initiated.key)).toMatchObject({
      code: 'CANCELLED',
      order: 'FAILED',
      notified: 1,
      completed: 1,
    });
    // The order is free for another method.
    await world.initiate({ orderId: initiated.orderId, transactionId: '2' });
  });

  it('while the provider is down still has the payment, which may be made', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.fault = () => ({ status: 'NOT_SENT' });
    const found = await cancelAtProvider(world.parts, await world.found(initiated.key), FROM);
    expect(found.transaction.outcome?.gatewayCode).toBe('PENDING');
    const call = await world.initiation({ orderId: initiated.orderId, transactionId: '2' });
    await expect(execute(world.gateway, call)).rejects.toThrow('is not finished');
    world.provider.fault = () => undefined;
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 15 * SECOND_MS);
    expect(await endOf(world, initiated.key)).toEqual(PAID);
  });
});
