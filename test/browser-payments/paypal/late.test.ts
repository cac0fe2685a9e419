/**
 * On a clock that the test moves: money that PayPal took after its payment had ended here, authorizations that are
 * renewed, and payers who do not return.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/contract/durations.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import type { StartedPayPal } from '../../../src/sandbox/paypal/start-paypal.ts';
import { type Ground, openGround } from '../ground.ts';
import type { Call, Fault } from '../told-provider.ts';
import type { Begun } from '../world.ts';
import { openStandIn, PayPalWorld } from './paypal-world.ts';

let ground: Ground;
let standIn: StartedPayPal;
beforeAll(async () => {
  ground = await openGround();
  standIn = await openStandIn();
});
afterAll(async () => {
  await ground.close();
  await standIn.close();
});

const end = async (world: PayPalWorld, { key }: Begun) => {
  const { order, transaction, payment } = await world.found(key);
  return [transaction.outcome?.gatewayCode, orderStatus(order.state), payment.late];
};
const silent = (): Fault => ({ status: 'NO_ANSWER' });

describe('a payer who does not return', () => {
  it('and did not agree is not charged, and cannot be any more', async () => {
    const world = new PayPalWorld(ground, standIn);
    const begun = await world.initiate();
    await world.goTo(world.now() + 91 * MINUTE_MS);
    expect(await end(world, begun)).toEqual(['ABORTED', 'FAILED', null]);
    await world.answer(begun);
    await world.callBack(begun);
    await world.goTo(world.now() + 3 * DAY_MS);
    expect(world.ledger(begun)).toHaveLength(1);
    expect(await end(world, begun)).toEqual(['ABORTED', 'FAILED', null]);
  });

  it('and agreed is charged once, without a callback of PayPal', async () => {
    const world = new PayPalWorld(ground, standIn);
    const begun = await world.initiate();
    await world.answer(begun);
    await world.goTo(world.now() + MINUTE_MS);
    expect(await end(world, begun)).toEqual(['APPROVED', 'CAPTURED', null]);
    expect(world.ledger(begun)).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 COMPLETED']);
  });
});

describe('money that PayPal took after the end', () => {
  /** The capture request arrived; every answer was lost until the payment had ended here. */
  async function late(operation: 'AUTHORIZE' | 'PAY') {
    const world = new PayPalWorld(ground, standIn);
    const begun = await world.initiate({ operation });
    await world.answer(begun);
    let isTaken = false;
    world.provider.fault = (call: Call) => {
      const isFirst = call === 'confirm' && !isTaken;
      isTaken ||= isFirst;
      return isFirst ? { ...silent(), done: true } : isTaken ? silent() : undefined;
    };
    await world.goTo(world.now() + 8 * DAY_MS);
    expect((await end(world, begun))[0]).toBe('ABORTED');
    world.provider.fault = () => undefined;
    await world.goTo(world.now() + 3 * DAY_MS);
    return { world, begun };
  }

  it('is refunded, once, and the order stays unpaid', async () => {
    const { world, begun } = await late('PAY');
    expect(await end(world, begun)).toEqual(['ABORTED', 'FAILED', 'REFUNDED']);
    expect(world.ledger(begun)).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 REFUNDED', 'REFUND 12.00 COMPLETED']);
  });

  it('or reserved is released', async () => {
    const { world, begun } = await late('AUTHORIZE');
    expect(await end(world, begun)).toEqual(['ABORTED', 'FAILED', 'REFUNDED']);
    expect(world.ledger(begun)).toEqual(['ORDER 12.00 VOIDED', 'AUTHORIZATION 12.00 VOIDED']);
  });
});

describe('an authorization that is renewed', () => {
  it('has another number, to which capture and refund refer', async () => {
    const own = await openStandIn();
    const world = new PayPalWorld(ground, own);
    const begun = await world.initiate({ operation: 'AUTHORIZE' });
    await world.answer(begun);
    await world.handleReturn(begun);
    own.paypal.setAhead(4 * DAY_MS);
    const codes = [];
    for (const [operation, id, amount] of [
      ['UPDATE_AUTHORIZATION', '2', '13.00'],
      ['CAPTURE', '3', '13.00'],
      ['REFUND', '4', '13.00'],
    ] as const) {
      world.pass(SECOND_MS);
      const result = await world.follow(begun, operation, id, { transaction: { amount, currency: 'EUR' } });
      codes.push(result.kind === 'DONE' && result.transaction.outcome?.gatewayCode);
    }
    expect(codes).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
    expect(world.ledger(begun)).toEqual([
      'ORDER 12.00 COMPLETED',
      'AUTHORIZATION 12.00 VOIDED',
      'AUTHORIZATION 13.00 CAPTURED',
      'CAPTURE 13.00 REFUNDED',
      'REFUND 13.00 COMPLETED',
    ]);
    await own.close();
  });

  it('too soon is refused, and the first one stays valid', async () => {
    const world = new PayPalWorld(ground, standIn);
    const begun = await world.initiate({ operation: 'AUTHORIZE' });
    await world.answer(begun);
    await world.handleReturn(begun);
    const update = await world.follow(begun, 'UPDATE_AUTHORIZATION', '2', {
      transaction: { amount: '13.00', currency: 'EUR' },
    });
    expect(update.kind === 'DONE' && update.transaction.outcome?.gatewayCode).toBe('NOT_SUPPORTED');
    const capture = await world.follow(begun, 'CAPTURE', '3', { transaction: { amount: '12.00', currency: 'EUR' } });
    expect(capture.kind === 'DONE' && capture.transaction.outcome?.gatewayCode).toBe('APPROVED');
  });
});

describe('two processes', () => {
  it('that complete it at once charge once', async () => {
    const world = new PayPalWorld(ground, standIn);
    const begun = await world.initiate();
    await world.answer(begun);
    await Promise.all([world.handleReturn(begun), world.callBack(begun), world.goTo(world.now() + MINUTE_MS)]);
    expect(await end(world, begun)).toEqual(['APPROVED', 'CAPTURED', null]);
    expect(world.ledger(begun)).toHaveLength(2);
  });

  it('of which one died during the call charge once', async () => {
    const world = new PayPalWorld(ground, standIn);
    const begun = await world.initiate();
    await world.answer(begun);
    world.provider.fault = (call) => (call === 'confirm' ? { ...silent(), done: true } : undefined);
    await world.handleReturn(begun);
    world.provider.fault = () => undefined;
    await world.restart();
    await world.goTo(world.now() + MINUTE_MS);
    expect(await end(world, begun)).toEqual(['APPROVED', 'CAPTURED', null]);
    expect(world.ledger(begun)).toHaveLength(2);
  });
});
