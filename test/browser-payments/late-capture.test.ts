/**
 * Money that a provider takes after its payment has ended here, and money of another amount: always recorded, but not
 * counted as paid.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/contract/durations.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import { type ProviderMoney, supportCode } from '../../src/core/ports/index.ts';
import { type Ground, openGround, START } from './ground.ts';
import type { Call, Fault } from './simulated-provider.ts';
import { type InitiatedPayment, World, type WorldOptions } from './world.ts';

const NINETY_MINUTES = START + 90 * MINUTE_MS;

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** Ended here at 90 minutes while the provider was down, with the payer's page still open there. */
async function abandoned(options: WorldOptions = {}, operation: 'AUTHORIZE' | 'PAY' = 'PAY') {
  const world = new World(ground, options);
  const initiated = await world.initiate({ operation });
  await world.goTo(NINETY_MINUTES - 1);
  world.provider.fault = silent;
  await world.goTo(NINETY_MINUTES + MINUTE_MS);
  expect((await world.found(initiated.key)).transaction.outcome?.gatewayCode).toBe('ABORTED');
  world.provider.fault = () => undefined;
  world.provider.calls.length = 0;
  return { world, initiated };
}

const silent = (): Fault => ({ status: 'NO_ANSWER' });
const silentTo = (call: Call) => (asked: Call) => (asked === call ? silent() : undefined);

async function end(world: World, { key }: InitiatedPayment) {
  const { order, transaction, payment, events } = await world.found(key);
  return {
    code: transaction.outcome?.gatewayCode,
    order: orderStatus(order.state),
    captured: order.state.totalCaptured,
    late: payment.late,
    refunded: events.filter(({ kind }) => kind === 'LATE_REFUND').map(({ outcome }) => outcome),
  };
}

const lines = (world: World, wanted: string) =>
  world.log.lines.filter(({ level }) => level === wanted).map(({ message }) => message);

const TAKEN = 'a provider took money after its payment had ended';
const REPORT = `${TAKEN}: the operator must decide`;

describe('a success that is found after the end', () => {
  it('is logged with the support code of its order, as all that happens to the payment', async () => {
    const { world, initiated } = await abandoned({ profile: { lateBrowserPayments: 'REFUND' } });
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(NINETY_MINUTES + 10 * MINUTE_MS);
    const { order } = await world.found(initiated.key);
    const code = supportCode(world.gateway.sealer, order.key);
    const codes = new Map(
      world.log.lines.map(({ message, about }) => [message, 'paymentCode' in about && about.paymentCode]),
    );
    expect(Object.fromEntries(codes)).toMatchObject({
      [`${TAKEN}; it is refunded`]: code,
      'a browser payment ended unpaid': code,
      'a late capture was refunded': code,
    });
  });

  it.each([
    ['PAY', 'REFUND'],
    ['AUTHORIZE', 'VOID'],
  ] as const)(
    'of a %s is returned by a %s of the whole amount, and the order stays unpaid',
    async (operation, kind) => {
      const { world, initiated } = await abandoned({ profile: { lateBrowserPayments: 'REFUND' } }, operation);
      world.provider.stand(initiated.reference, 'APPROVED');
      await world.goTo(NINETY_MINUTES + 10 * MINUTE_MS);
      expect(await end(world, initiated)).toEqual({
        code: 'ABORTED',
        order: 'FAILED',
        captured: 0n,
        late: 'REFUNDED',
        refunded: ['APPROVED'],
      });
      const [movement, ...others] = [...world.provider.movements.values()];
      expect(movement).toMatchObject({
        kind,
        payment: { reference: initiated.reference },
        amount: 1_200n,
        currency: { code: 'EUR' },
      });
      expect(others).toEqual([]);
      expect(lines(world, 'warn')).toEqual([`${TAKEN}; it is refunded`]);
      await world.goTo(START + 3 * DAY_MS);
      expect(world.provider.count('move')).toBe(1);
      expect(await world.dueAt(initiated)).toBeNull();
    },
  );

  it('is reported and kept where the profile says REPORT', async () => {
    const { world, initiated } = await abandoned({ profile: { lateBrowserPayments: 'REPORT' } });
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(NINETY_MINUTES + 10 * MINUTE_MS);
    expect(await end(world, initiated)).toMatchObject({
      code: 'ABORTED',
      order: 'FAILED',
      captured: 0n,
      late: 'REPORTED',
    });
    expect(lines(world, 'error')).toEqual([REPORT]);
    expect(
      (await ground.store.browserPayments.reportedPayments(100)).map(({ payment }) => payment.reference),
    ).toContain(initiated.reference);
    await world.goTo(START + 3 * DAY_MS);
    expect(world.provider.count('move')).toBe(0);
  });

  it('is found by the provider’s callback at once, long after the last query', async () => {
    const { world, initiated } = await abandoned();
    await world.goTo(START + 10 * DAY_MS);
    expect(await world.dueAt(initiated)).toBeNull();
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.callBack(initiated);
    await world.goTo(world.now());
    expect(await end(world, initiated)).toMatchObject({ code: 'ABORTED', late: 'REFUNDED' });
  });

  it('follows a decline that the provider reverses', async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    world.provider.stand(initiated.reference, 'DECLINED');
    await world.callBack(initiated);
    expect(await end(world, initiated)).toMatchObject({ code: 'DECLINED', late: null });
    world.pass(MINUTE_MS);
    world.provider.stand(initiated.reference, 'APPROVED');
    for (let copies = 0; copies < 50; copies += 1) {
      await world.callBack(initiated);
    }
    await world.goTo(world.now());
    expect(await end(world, initiated)).toMatchObject({ code: 'DECLINED', order: 'FAILED', late: 'REFUNDED' });
    expect(world.provider.movements.size).toBe(1);
    const [row] = await ground.query('select count(*) as n from notification where transaction_key = ?', initiated.key);
    expect(row?.n).toBe(1);
  });

  it('follows an initiation with a lost answer, though no payer was redirected', async () => {
    const world = new World(ground);
    world.provider.fault = (call) => (call === 'create' ? { ...silent(), done: true } : undefined);
    const initiated = await world.initiate();
    expect(await end(world, initiated)).toMatchObject({ code: 'TIMED_OUT', order: 'FAILED' });
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 10 * MINUTE_MS);
    expect(await end(world, initiated)).toMatchObject({ code: 'TIMED_OUT', late: 'REFUNDED' });
  });

  it('is found after any wait of an agreed payment for its result', async () => {
    const { world, initiated } = await abandoned();
    world.provider.stand(initiated.reference, 'WAITING');
    await world.goTo(START + 5 * DAY_MS);
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.goTo(START + 6 * DAY_MS + HOUR_MS);
    expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDED' });
  });

  it('is found after any outage of the provider', async () => {
    const { world, initiated } = await abandoned();
    world.provider.stand(initiated.reference, 'APPROVED');
    world.provider.fault = silent;
    await world.goTo(START + 20 * DAY_MS);
    expect(await end(world, initiated)).toMatchObject({ late: null });
    world.provider.fault = () => undefined;
    await world.goTo(START + 21 * DAY_MS);
    expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDED' });
  });

  it('is found where the provider’s callback comes during an older query', async () => {
    const { world, initiated } = await abandoned();
    await world.goTo(NINETY_MINUTES + 66 * MINUTE_MS);
    const last = (await world.dueAt(initiated))!;
    const onItsWay = Promise.withResolvers<void>();
    world.provider.held = (call) => (call === 'cancel' ? onItsWay.promise : undefined);
    world.provider.stand(initiated.reference, 'OPEN');
    world.pass(last - world.now());
    const question = world.question();
    await expect.poll(() => world.provider.count('cancel')).toBeGreaterThan(1);
    world.pass(SECOND_MS);
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.callBack(initiated);
    onItsWay.resolve();
    await question;
    await world.goTo(world.now());
    expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDED' });
  });

  it('is excluded where the payment could be cancelled: queries end', async () => {
    const { world, initiated } = await abandoned();
    await world.goTo(START + 3 * DAY_MS);
    expect(world.provider.payment(initiated.reference).standing).toMatchObject({ gatewayCode: 'CANCELLED' });
    expect(await world.dueAt(initiated)).toBeNull();
    expect(world.provider.count('state')).toBe(3);
  });
});

describe('a refund of late money', () => {
  it.each([['NO_ANSWER'], ['NOT_SENT']] as const)(
    'is repeated until it is answered, always as the same movement: %s',
    async (status) => {
      const { world, initiated } = await abandoned();
      world.provider.stand(initiated.reference, 'APPROVED');
      world.provider.fault = (call) => (call === 'move' ? { status } : undefined);
      await world.goTo(START + DAY_MS);
      expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDING', refunded: [] });
      const movesBefore = world.provider.count('move');
      expect(movesBefore).toBeGreaterThan(1_000);
      world.provider.fault = () => undefined;
      await world.goTo(START + DAY_MS + 2 * MINUTE_MS);
      expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDED', refunded: ['APPROVED'] });
      expect(world.provider.count('move')).toBe(movesBefore + 1);
      const references = world.provider.calls.filter(({ call }) => call === 'move').map(({ reference }) => reference);
      expect(new Set(references)).toEqual(new Set([`${initiated.reference}-late`]));
    },
  );

  it('continues after a restart', async () => {
    const { world, initiated } = await abandoned();
    world.provider.stand(initiated.reference, 'APPROVED');
    world.provider.fault = silentTo('move');
    await world.goTo(NINETY_MINUTES + 10 * MINUTE_MS);
    expect(await world.restart()).toBe(0);
    world.provider.fault = () => undefined;
    await world.goTo(NINETY_MINUTES + 12 * MINUTE_MS);
    expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDED' });
  });

  it.each(['PENDING', 'UNKNOWN'] as const)('that stays %s at the provider is repeated', async (gatewayCode) => {
    const { world, initiated } = await abandoned();
    world.provider.stand(initiated.reference, 'APPROVED');
    world.provider.movesWith = gatewayCode;
    await world.goTo(NINETY_MINUTES + 10 * MINUTE_MS);
    expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDING', refunded: [] });
    expect(world.provider.count('move')).toBeGreaterThan(1);
    world.provider.movesWith = 'APPROVED';
    await world.goTo(NINETY_MINUTES + 12 * MINUTE_MS);
    expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDED' });
  });

  it('that the provider refuses is reported, and not repeated', async () => {
    const { world, initiated } = await abandoned();
    world.provider.stand(initiated.reference, 'APPROVED');
    world.provider.movesWith = 'DECLINED';
    await world.goTo(NINETY_MINUTES + 10 * MINUTE_MS);
    expect(await end(world, initiated)).toMatchObject({ late: 'REPORTED', refunded: ['DECLINED'] });
    expect(lines(world, 'error')).toEqual(['a provider does not refund a late capture: the operator must decide']);
    await world.goTo(START + 3 * DAY_MS);
    expect(world.provider.count('move')).toBe(1);
  });

  it('is one movement though many processes find the money at once', async () => {
    const { world, initiated } = await abandoned();
    world.provider.stand(initiated.reference, 'APPROVED');
    await Promise.all(Array.from({ length: 50 }, () => world.callBack(initiated)));
    await world.goTo(world.now());
    expect(await end(world, initiated)).toMatchObject({ late: 'REFUNDED', refunded: ['APPROVED'] });
    expect(world.provider.movements.size).toBe(1);
    expect(lines(world, 'warn')).toHaveLength(1);
  });
});

describe('money of another amount', () => {
  const OTHERS: readonly (readonly [string, Partial<ProviderMoney>])[] = [
    ['amount', { amount: 1n }],
    ['larger amount', { amount: 120_000n }],
    ['currency', { currency: 'USD' }],
    ['order', { orderId: 'another-order' }],
  ];
  const FINDERS: readonly (readonly [string, (world: World, initiated: InitiatedPayment) => Promise<unknown>])[] = [
    ['the schedule', (world) => world.goTo(START + 5 * SECOND_MS)],
    ['the return', (world, initiated) => world.handleReturn(initiated)],
    [
      'the provider’s callback, with the requested amount',
      (world, initiated) =>
        world.callBack(initiated, { money: { amount: 1_200n, currency: 'EUR', orderId: initiated.orderId } }),
    ],
  ];
  const CASES = OTHERS.flatMap(([what, money]) => FINDERS.map(([who, finds]) => [what, who, money, finds] as const));

  it.each(CASES)('another %s, found by %s, pays no order and is reported', async (_what, _who, money, finds) => {
    for (const like of ['demoBank', 'demoWallet'] as const) {
      const world = new World(ground, { like, profile: { lateBrowserPayments: 'REFUND' } });
      const initiated = await world.initiate();
      Object.assign(world.provider.payment(initiated.reference).money, money);
      world.provider.stand(initiated.reference, 'APPROVED');
      await finds(world, initiated);
      await world.goTo(START + DAY_MS);
      expect(await end(world, initiated)).toEqual({
        code: 'UNSPECIFIED_FAILURE',
        order: 'FAILED',
        captured: 0n,
        late: 'REPORTED',
        refunded: [],
      });
      expect(lines(world, 'error')).toEqual(['the amount of a browser payment differs at its provider', REPORT]);
      expect(world.provider.count('move')).toBe(0);
    }
  });

  it.each([
    ['EUR', 120_000n, '1200.00 EUR'],
    ['JPY', 1_200n, '1200 JPY'],
    ['KWD', 1n, '0.001 KWD'],
    ['XXX', 1_200n, '1200 XXX'],
  ])('is recorded in major units: %s', async (currency, amount, noted) => {
    const world = new World(ground);
    const initiated = await world.initiate();
    Object.assign(world.provider.payment(initiated.reference).money, { currency, amount });
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.callBack(initiated, { money: { amount: 1_200n, currency: 'EUR' } });
    const { events } = await world.found(initiated.key);
    expect(events.filter(({ kind }) => kind === 'OTHER_MONEY').map(({ outcome }) => outcome)).toEqual([noted]);
  });

  it.each(OTHERS)('another %s that was declined is a decline', async (_what, money) => {
    const world = new World(ground);
    const initiated = await world.initiate();
    Object.assign(world.provider.payment(initiated.reference).money, money);
    world.provider.stand(initiated.reference, 'DECLINED');
    await world.goTo(START + DAY_MS);
    expect(await end(world, initiated)).toMatchObject({ code: 'DECLINED', order: 'FAILED', late: null });
  });
});
