/**
 * On a clock that the test moves: money that PayPal took after its payment had ended here, authorizations that are
 * renewed, and payers who do not return.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/contract/durations.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import type { StartedPayPal } from '../../../src/sandbox/paypal/start-paypal.ts';
import { type Ground, openGround } from '../ground.ts';
import type { Call, Fault } from '../simulated-provider.ts';
import type { InitiatedPayment } from '../world.ts';
import { openSimulator, PayPalWorld } from './paypal-world.ts';

let ground: Ground;
let simulator: StartedPayPal;
beforeAll(async () => {
  ground = await openGround();
  simulator = await openSimulator();
});
afterAll(async () => {
  await ground.close();
  await simulator.close();
});

const end = async (world: PayPalWorld, { key }: InitiatedPayment) => {
  const { order, transaction, payment } = await world.found(key);
  return [transaction.outcome?.gatewayCode, orderStatus(order.state), payment.late];
};
const silent = (): Fault => ({ status: 'NO_ANSWER' });

describe('a payer who does not return', () => {
  it('is not charged without having agreed, and cannot be charged any more', async () => {
    const world = new PayPalWorld(ground, simulator);
    const initiated = await world.initiate();
    await world.goTo(world.now() + 91 * MINUTE_MS);
    expect(await end(world, initiated)).toEqual(['ABORTED', 'FAILED', null]);
    await world.answer(initiated);
    await world.callBack(initiated);
    await world.goTo(world.now() + 3 * DAY_MS);
    expect(world.ledger(initiated)).toHaveLength(1);
    expect(await end(world, initiated)).toEqual(['ABORTED', 'FAILED', null]);
  });

  it('is charged once after having agreed, without a webhook of PayPal', async () => {
    const world = new PayPalWorld(ground, simulator);
    const initiated = await world.initiate();
    await world.answer(initiated);
    await world.goTo(world.now() + MINUTE_MS);
    expect(await end(world, initiated)).toEqual(['APPROVED', 'CAPTURED', null]);
    expect(world.ledger(initiated)).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 COMPLETED']);
  });
});

describe('money that PayPal took after the end', () => {
  /** The capture request arrived; every answer was lost until the payment had ended here. */
  async function late(operation: 'AUTHORIZE' | 'PAY') {
    const world = new PayPalWorld(ground, simulator);
    const initiated = await world.initiate({ operation });
    await world.answer(initiated);
    let isTaken = false;
    world.provider.fault = (call: Call) => {
      const isFirst = call === 'confirm' && !isTaken;
      isTaken ||= isFirst;
      return isFirst ? { ...silent(), done: true } : isTaken ? silent() : undefined;
    };
    await world.goTo(world.now() + 8 * DAY_MS);
    expect((await end(world, initiated))[0]).toBe('ABORTED');
    world.provider.fault = () => undefined;
    await world.goTo(world.now() + 3 * DAY_MS);
    return { world, initiated };
  }

  it('is refunded, once, and the order stays unpaid', async () => {
    const { world, initiated } = await late('PAY');
    expect(await end(world, initiated)).toEqual(['ABORTED', 'FAILED', 'REFUNDED']);
    expect(world.ledger(initiated)).toEqual([
      'ORDER 12.00 COMPLETED',
      'CAPTURE 12.00 REFUNDED',
      'REFUND 12.00 COMPLETED',
    ]);
  });

  it('is released if it was only reserved', async () => {
    const { world, initiated } = await late('AUTHORIZE');
    expect(await end(world, initiated)).toEqual(['ABORTED', 'FAILED', 'REFUNDED']);
    expect(world.ledger(initiated)).toEqual(['ORDER 12.00 VOIDED', 'AUTHORIZATION 12.00 VOIDED']);
  });
});

describe('an authorization that is renewed', () => {
  it('has another number, to which capture and refund refer', async () => {
    const own = await openSimulator();
    const world = new PayPalWorld(ground, own);
    const initiated = await world.initiate({ operation: 'AUTHORIZE' });
    await world.answer(initiated);
    await world.handleReturn(initiated);
    own.paypal.setAhead(4 * DAY_MS);
    const codes = [];
    for (const [operation, id, amount] of [
      ['UPDATE_AUTHORIZATION', '2', '13.00'],
      ['CAPTURE', '3', '13.00'],
      ['REFUND', '4', '13.00'],
    ] as const) {
      world.pass(SECOND_MS);
      const result = await world.follow(initiated, operation, id, { transaction: { amount, currency: 'EUR' } });
      codes.push(result.kind === 'DONE' && result.transaction.outcome?.gatewayCode);
    }
    expect(codes).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
    expect(world.ledger(initiated)).toEqual([
      'ORDER 12.00 COMPLETED',
      'AUTHORIZATION 12.00 VOIDED',
      'AUTHORIZATION 13.00 CAPTURED',
      'CAPTURE 13.00 REFUNDED',
      'REFUND 13.00 COMPLETED',
    ]);
    await own.close();
  });

  it('too soon is refused, and the first one stays valid', async () => {
    const world = new PayPalWorld(ground, simulator);
    const initiated = await world.initiate({ operation: 'AUTHORIZE' });
    await world.answer(initiated);
    await world.handleReturn(initiated);
    const update = await world.follow(initiated, 'UPDATE_AUTHORIZATION', '2', {
      transaction: { amount: '13.00', currency: 'EUR' },
    });
    expect(update.kind === 'DONE' && update.transaction.outcome?.gatewayCode).toBe('NOT_SUPPORTED');
    const capture = await world.follow(initiated, 'CAPTURE', '3', {
      transaction: { amount: '12.00', currency: 'EUR' },
    });
    expect(capture.kind === 'DONE' && capture.transaction.outcome?.gatewayCode).toBe('APPROVED');
  });
});

describe('two processes', () => {
  it('that complete it at once charge once', async () => {
    const world = new PayPalWorld(ground, simulator);
    const initiated = await world.initiate();
    await world.answer(initiated);
    await Promise.all([world.handleReturn(initiated), world.callBack(initiated), world.goTo(world.now() + MINUTE_MS)]);
    expect(await end(world, initiated)).toEqual(['APPROVED', 'CAPTURED', null]);
    expect(world.ledger(initiated)).toHaveLength(2);
  });

  it('of which one died during the call charge once', async () => {
    const world = new PayPalWorld(ground, simulator);
    const initiated = await world.initiate();
    await world.answer(initiated);
    world.provider.fault = (call) => (call === 'confirm' ? { ...silent(), done: true } : undefined);
    await world.handleReturn(initiated);
    world.provider.fault = () => undefined;
    await world.restart();
    await world.goTo(world.now() + MINUTE_MS);
    expect(await end(world, initiated)).toEqual(['APPROVED', 'CAPTURED', null]);
    expect(world.ledger(initiated)).toHaveLength(2);
  });
});
