/** A process dies between a durable intent and its outcome: the recovery by the next process. */
import { describe, expect, it } from 'vitest';
import type { OrderOperation } from '../../../src/core/order/transitions.ts';
import { recover } from '../../../src/core/recovery/recovery.ts';
import { answered, cardBody } from '../world.ts';
import { amount, authorized, type Bench, bench, paid, target } from './bench.ts';

/** The operation's message has left, and its sender will not receive the answer. */
async function dying(on: Bench, operation: OrderOperation, body: object) {
  const late = Promise.withResolvers<ReturnType<typeof answered>>();
  on.acquirer.says = () => late.promise;
  on.acquirer.saysToAdvice = () => late.promise;
  const sent = on.acquirer.requests.length + on.acquirer.sentAdvices.length;
  const running = on.run(operation, '2', body);
  await expect.poll(() => on.acquirer.requests.length + on.acquirer.sentAdvices.length).toBe(sent + 1);
  on.acquirer.says = () => answered();
  on.acquirer.saysToAdvice = () => answered();
  return { answerLate: () => late.resolve(answered()), running };
}

const outcomeOf = (on: Bench) =>
  [...on.orders.rows.values()].find(({ transactionId }) => transactionId === '2')?.outcome;

const standaloneShop = async () => bench({ permissions: { standaloneCapture: true, standaloneRefund: true } });
const card = { sourceOfFunds: cardBody().sourceOfFunds };

/** The operation gets the id `2`. Advices sent by `begin` are counted too: empty `acquirer.told` after an advice. */
const ADVICES: readonly (readonly [OrderOperation, string, object, () => Promise<Bench>, object])[] = [
  ['CAPTURE', 'of an authorization', amount('5'), authorized, { status: 'PARTIALLY_CAPTURED', captured: 500n }],
  [
    'CAPTURE',
    'that stands alone',
    { ...amount('5', { authorizationCode: '123456' }), ...card },
    standaloneShop,
    { status: 'CAPTURED', captured: 500n },
  ],
  ['UPDATE_AUTHORIZATION', 'to more', amount('20'), authorized, { status: 'AUTHORIZED', authorized: 2_000n }],
  ['VOID', 'of an authorization', target('1'), authorized, { status: 'CANCELLED', authorized: 0n }],
  ['VOID', 'of a payment', target('1'), paid, { status: 'CANCELLED', captured: 0n }],
];

describe.each(ADVICES)('a process that dies in a %s %s', (operation, _what, body, begin, after) => {
  it('leaves it PENDING; the next one repeats it, as the same message, and it counts once', async () => {
    const on = await begin();
    await dying(on, operation, body);
    expect(on.order().lockedBy).not.toBeNull();
    expect(await recover(on.restarted())).toBe(1);
    expect(outcomeOf(on)?.gatewayCode).toBe('PENDING');
    expect([on.order().lockedBy, on.orders.reversals.size]).toEqual([null, 0]);
    on.pass(2_000);
    await on.followUp();
    const [first, second] = on.acquirer.sentAdvices;
    expect(second).toMatchObject({ repeat: true, advice: { kind: first?.advice.kind, trace: first?.advice.trace } });
    expect(on.acquirer.sentAdvices).toHaveLength(2);
    expect(outcomeOf(on)?.gatewayCode).toBe('APPROVED');
    expect(on.standing()).toMatchObject(after);
  });

  it('but still lives: its late answer is not counted twice, and it returns the stored result', async () => {
    const on = await begin();
    const { answerLate, running } = await dying(on, operation, body);
    await recover(on.restarted());
    on.pass(2_000);
    await on.followUp();
    answerLate();
    expect((await running).outcome).toEqual(outcomeOf(on));
    expect(on.standing()).toMatchObject(after);
  });
});

const REQUESTS: readonly (readonly [OrderOperation, string, object, () => Promise<Bench>, string, object])[] = [
  [
    'AUTHORIZE',
    'of a new order',
    cardBody(),
    async () => bench(),
    'AUTHORIZATION',
    { status: 'FAILED', authorized: 0n },
  ],
  ['PAY', 'of a new order', cardBody(), async () => bench(), 'PAYMENT', { status: 'FAILED', captured: 0n }],
  ['VERIFY', 'of a new order', cardBody(), async () => bench(), 'VERIFICATION', { status: 'FAILED' }],
  ['REFUND', 'of a payment', amount('5'), paid, 'REFUND', { status: 'CAPTURED', refunded: 0n }],
  [
    'REFUND',
    'that stands alone',
    { ...amount('5'), ...card },
    standaloneShop,
    'REFUND',
    { status: 'FAILED', refunded: 0n },
  ],
  [
    'REFERRAL',
    'of an authorization',
    { transaction: { authorizationCode: '123456' } },
    async () => {
      const on = bench();
      on.acquirer.says = () => answered({ gatewayCode: 'REFERRED' });
      await on.run('AUTHORIZE', '1', cardBody());
      return on;
    },
    'AUTHORIZATION',
    { status: 'FAILED', authorized: 0n },
  ],
];

describe.each(REQUESTS)('a process that dies in a %s %s', (operation, _what, body, begin, kind, after) => {
  it('leaves it declined, TIMED_OUT, and reversed; it is never sent again', async () => {
    const on = await begin();
    await dying(on, operation, body);
    const asked = on.acquirer.requests.length;
    expect(await recover(on.restarted())).toBe(1);
    expect(outcomeOf(on)?.gatewayCode).toBe('TIMED_OUT');
    expect(on.standing()).toMatchObject(after);
    await on.reverse();
    expect(on.acquirer.advices).toMatchObject([{ advice: { originalKind: kind, original: on.asked().trace } }]);
    on.pass(1e9);
    await on.followUp();
    expect(on.acquirer.requests).toHaveLength(asked);
    expect(on.acquirer.sentAdvices).toEqual([]);
  });

  it('but still lives: its answer comes too late, and it returns the stored result', async () => {
    const on = await begin();
    const { answerLate, running } = await dying(on, operation, body);
    await recover(on.restarted());
    answerLate();
    expect((await running).outcome?.gatewayCode).toBe('TIMED_OUT');
    expect(outcomeOf(on)?.gatewayCode).toBe('TIMED_OUT');
    expect(on.standing()).toMatchObject(after);
  });
});

it('a dead process’s transaction does not block later ones on the order', async () => {
  const on = await authorized();
  await dying(on, 'CAPTURE', amount('5'));
  await recover(on.restarted());
  await on.run('CAPTURE', '3', amount('7'));
  on.pass(2_000);
  await on.followUp();
  expect(on.standing()).toMatchObject({ status: 'CAPTURED', captured: 1_200n });
});

it('a capture that was to be declined, since its card could not be read, is declined by the next process too', async () => {
  const on = await standaloneShop();
  Object.assign(on.gateway, { p2peOf: () => ({ bdk: '', decrypt: () => undefined }) });
  const finish = on.orders.complete.bind(on.orders);
  on.orders.complete = () => new Promise(() => undefined);
  const p2pe = { keySerialNumber: 'FFFF9876543210E00001', payload: '00'.repeat(16), encryptionState: 'INVALID' };
  void on.run('CAPTURE', '2', {
    ...amount('5', { authorizationCode: '123456' }),
    sourceOfFunds: { type: 'CARD', provided: { card: { p2pe } } },
  });
  await expect.poll(() => on.orders.intents.length).toBe(1);
  on.orders.complete = finish;
  await recover(on.restarted());
  on.pass(2_000);
  await on.followUp();
  expect(outcomeOf(on)?.gatewayCode).toBe('DECLINED');
  expect(on.standing()).toMatchObject({ status: 'FAILED', captured: 0n });
  expect(on.acquirer.sentAdvices).toEqual([]);
});
