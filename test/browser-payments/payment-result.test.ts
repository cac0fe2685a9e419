/**
 * The payment result shown to a payer: the table of its pure function, and the status page's revision, which changes
 * with it alone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madePayment } from '../../src/checkout/receipt/payment-money.ts';
import { statusMark } from '../../src/checkout/return/status-page.ts';
import { MINUTE_MS } from '../../src/contract/durations.ts';
import { GATEWAY_CODES, type GatewayCode, resultOf } from '../../src/contract/gateway-codes.ts';
import { failureReason, isFinalResult, paymentResult } from '../../src/core/browser-payments/payment-result.ts';
import type { BrowserEvent, EventKind, LateCapture } from '../../src/core/ports/index.ts';
import { matchLocale } from '../../src/web/text/index.ts';
import type { Amount } from '../../src/web/views/index.ts';
import { counted } from '../support/counted.ts';
import { type Ground, openGround } from './ground.ts';
import { FROM, type InitiatedPayment, ORIGIN, World } from './world.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

let notedAt = 0;
/** Each a moment after the one before. */
const noted = (kind: EventKind, outcome = ''): BrowserEvent => {
  notedAt += 1;
  return { kind, actor: 'GATEWAY', outcome, source: FROM, at: notedAt };
};
const amount = (value: string) => ({ transaction: { amount: value, currency: 'EUR' } });

async function made(operation: 'AUTHORIZE' | 'PAY' = 'PAY') {
  const world = new World(ground);
  return { world, initiated: await world.initiate({ operation, confirmation: 'CONFIRM_AT_MERCHANT' }) };
}

async function paid(operation: 'AUTHORIZE' | 'PAY') {
  const { world, initiated } = await made(operation);
  world.provider.stand(initiated.reference, 'APPROVED');
  await world.callBack(initiated);
  return { world, initiated };
}

const result = async (world: World, { key }: InitiatedPayment) => paymentResult(await world.found(key));

describe('an open payment', () => {
  const OPEN: readonly (readonly [string, readonly BrowserEvent[]])[] = [
    ['open', []],
    ['open', [noted('REDIRECTED'), noted('ASKED', 'OPEN')]],
    ['open', [noted('ASKED', 'NO_ANSWER')]],
    ['waiting', [noted('CAME_BACK')]],
    ['waiting', [noted('ASKED', 'WAITING')]],
    ['agreed', [noted('ASKED', 'AGREED')]],
    ['agreed', [noted('CAME_BACK'), noted('ASKED', 'AGREED')]],
    ['waiting', [noted('ASKED', 'AGREED'), noted('CONFIRMATION_ASKED')]],
    ['waiting', [noted('CAME_BACK'), noted('ASKED', 'NO_ANSWER')]],
    // A redirected payer may have agreed: while the provider is silent, "not charged" is not shown.
    ['waiting', [noted('REDIRECTED'), noted('ASKED', 'OPEN'), noted('ASKED', 'NO_ANSWER')]],
    ['open', [noted('ASKED', 'NOT_SENT')]],
    // Returned without having agreed, according to the provider.
    ['open', [noted('REDIRECTED'), noted('CAME_BACK'), noted('ASKED', 'OPEN')]],
    ['agreed', [noted('ASKED', 'NO_ANSWER'), noted('ASKED', 'AGREED')]],
    ['accepted', [noted('CAME_BACK'), noted('ASKED', 'ACCEPTED')]],
    // A silent bank may have accepted it before.
    ['accepted', [noted('ASKED', 'ACCEPTED'), noted('ASKED', 'NO_ANSWER')]],
  ];

  it.each(OPEN)('is shown as %s after %j', async (kind, events) => {
    const { world, initiated } = await made();
    await ground.store.browserPayments.note(initiated.key, events);
    expect(await result(world, initiated)).toEqual({ kind });
    expect(isFinalResult(await result(world, initiated))).toBe(false);
  });
});

describe('a payment that succeeded', () => {
  /** The sums on its pages, by name. */
  const money = async (world: World, { key }: InitiatedPayment) => {
    const found = await world.found(key);
    expect(paymentResult(found)).toEqual({ kind: 'made' });
    const merchant = await world.parts.merchantByKey(found.order.merchantKey);
    const { money } = await madePayment(world.parts.gateway, merchant!, found.order, found.transaction);
    const sums = Object.entries(money).filter(([name]) => name !== 'refundedAt');
    return Object.fromEntries(sums.map(([name, sum]) => [name, (sum as Amount).value]));
  };

  it('is paid, or reserved until it is captured, cancelled by its void, and refunded up to the refunded sum', async () => {
    const [bought, reserved] = [await paid('PAY'), await paid('AUTHORIZE')];
    expect(await money(bought.world, bought.initiated)).toEqual({ paid: '12.00' });
    expect(await money(reserved.world, reserved.initiated)).toEqual({ reserved: '12.00' });
    await reserved.world.follow(reserved.initiated, 'CAPTURE', '2', amount('5.00'));
    expect(await money(reserved.world, reserved.initiated)).toEqual({ paid: '5.00', reserved: '7.00' });
    await reserved.world.follow(reserved.initiated, 'REFUND', '3', amount('2.00'));
    expect(await money(reserved.world, reserved.initiated)).toEqual({
      paid: '5.00',
      reserved: '7.00',
      refunded: '2.00',
    });
    await bought.world.follow(bought.initiated, 'VOID', '2', { transaction: { targetTransactionId: '1' } });
    expect(await money(bought.world, bought.initiated)).toEqual({ cancelled: '12.00' });
  });

  it('is unchanged by a void that the provider refused', async () => {
    const { world, initiated } = await paid('PAY');
    world.provider.movesWith = 'DECLINED';
    await world.follow(initiated, 'VOID', '2', { transaction: { targetTransactionId: '1' } });
    expect(await money(world, initiated)).toEqual({ paid: '12.00' });
  });
});

describe('a payment that failed', () => {
  it.each([
    ['ABORTED', 'expired'],
    ['CANCELLED', 'cancelled'],
    ['DECLINED', 'declined'],
    ['INSUFFICIENT_FUNDS', 'declined'],
    ['TIMED_OUT', 'unavailable'],
    ['SYSTEM_ERROR', 'unavailable'],
    ['ACQUIRER_SYSTEM_ERROR', 'unavailable'],
  ] as const)('with %s was not charged: %s', async (code, reason) => {
    const { world, initiated } = await made();
    world.provider.stand(initiated.reference, code);
    await world.callBack(initiated);
    expect(await result(world, initiated)).toEqual({ kind: 'notCharged', reason });
    expect(isFinalResult(await result(world, initiated))).toBe(true);
  });

  it('has a reason for every gateway code', () => {
    const codes = (Object.keys(GATEWAY_CODES) as GatewayCode[]).filter((code) => resultOf(code) === 'FAILURE');
    expect(counted(codes.map(failureReason))).toEqual({ cancelled: 1, declined: 18, expired: 1, unavailable: 3 });
  });

  it.each([
    ['REFUNDING', 'returning'],
    ['REFUNDED', 'returned'],
    ['REPORTED', 'kept'],
  ] as const)('is not shown as not charged if it took money, which is %s: %s', async (late: LateCapture, money) => {
    const { world, initiated } = await made();
    world.provider.stand(initiated.reference, 'DECLINED');
    await world.callBack(initiated);
    await ground.store.browserPayments.setLate(initiated.key, { before: null, after: late }, [], null);
    expect(await result(world, initiated)).toEqual({ kind: 'late', money });
  });
});

describe('the status page’s revision', () => {
  const mark = (world: World, { handle }: InitiatedPayment) =>
    statusMark({ ...world.parts, sandbox: false, publicOrigin: ORIGIN, matchLocale }, handle);

  it('changes with each visible step and each result alone', async () => {
    const { world, initiated } = await made();
    const marks = [await mark(world, initiated)];
    const marked = async (change: () => Promise<unknown>) => {
      await change();
      marks.push(await mark(world, initiated));
    };
    const { note } = ground.store.browserPayments;
    const noting = (kind: EventKind, outcome?: string) => () =>
      note.call(ground.store.browserPayments, initiated.key, [noted(kind, outcome)]);
    await marked(noting('CALLED_BACK', 'OPEN'));
    await marked(noting('ASKED', 'OPEN'));
    expect(new Set(marks).size).toBe(1);
    await marked(noting('REDIRECTED'));
    await marked(noting('ASKED', 'AGREED'));
    await marked(noting('RETURNED'));
    world.provider.stand(initiated.reference, 'APPROVED');
    await marked(() => world.callBack(initiated));
    await marked(() => world.follow(initiated, 'REFUND', '2', amount('1.00')));
    await marked(() => world.follow(initiated, 'REFUND', '3', amount('1.00')));
    expect(new Set(marks).size).toBe(7);
  });

  it('is available for seven days, by the handle alone', async () => {
    const { world, initiated } = await made();
    expect(await mark(world, { ...initiated, handle: initiated.reference })).toBeUndefined();
    expect(await mark(world, { ...initiated, handle: `${initiated.handle} ` })).toBeUndefined();
    world.pass(7 * 24 * 60 * MINUTE_MS - 1);
    expect(await mark(world, initiated)).toBeDefined();
    world.pass(1);
    expect(await mark(world, initiated)).toBeUndefined();
  });
});
