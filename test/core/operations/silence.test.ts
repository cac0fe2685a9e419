/** An operation that the acquirer does not answer: an advice is repeated, a request is reversed. */
import { describe, expect, it } from 'vitest';
import type { OrderOperation } from '../../../src/core/order/transitions.ts';
import type { AcquirerOutcome } from '../../../src/core/ports/index.ts';
import { answered, cardBody } from '../world.ts';
import { amount, authorized, type Bench, bench, paid, target } from './bench.ts';

type Advice = readonly [
  operation: OrderOperation,
  body: object,
  begin: () => Promise<Bench>,
  while_: string,
  after: object,
  refused: object,
];

const standalone = { ...amount('5.00', { authorizationCode: 'A1B2C3' }), sourceOfFunds: cardBody().sourceOfFunds };

/** The operation gets the id `2`. Advices sent by `begin` are counted too: empty `acquirer.told` after an advice. */
const ADVICES: readonly Advice[] = [
  [
    'CAPTURE',
    amount('5.00'),
    authorized,
    'AUTHORIZED',
    { status: 'PARTIALLY_CAPTURED', authorized: 1_200n, captured: 500n },
    { status: 'AUTHORIZED', authorized: 1_200n, captured: 0n },
  ],
  [
    'CAPTURE',
    standalone,
    async () => bench({ permissions: { standaloneCapture: true } }),
    'INITIATED',
    { status: 'CAPTURED', authorized: 0n, captured: 500n },
    { status: 'FAILED', authorized: 0n, captured: 0n },
  ],
  [
    'UPDATE_AUTHORIZATION',
    amount('20.00'),
    authorized,
    'AUTHORIZED',
    { status: 'AUTHORIZED', authorized: 2_000n, captured: 0n },
    { status: 'AUTHORIZED', authorized: 1_200n, captured: 0n },
  ],
  [
    'VOID',
    target('1'),
    authorized,
    'AUTHORIZED',
    { status: 'CANCELLED', authorized: 0n, captured: 0n },
    { status: 'AUTHORIZED', authorized: 1_200n, captured: 0n },
  ],
  [
    'VOID',
    target('1'),
    paid,
    'CAPTURED',
    { status: 'CANCELLED', authorized: 0n, captured: 0n },
    { status: 'CAPTURED', authorized: 1_200n, captured: 1_200n },
  ],
];
const SILENCES: readonly AcquirerOutcome[] = [{ status: 'NO_ANSWER' }, { status: 'NOT_SENT' }];

const cases = ADVICES.flatMap((advice) =>
  SILENCES.map((silence) => [advice[0], silence.status, advice, silence] as const),
);

describe.each(cases)('%s met by %s', (operation, _silence, [, body, begin, during, after, refused], silence) => {
  async function unheard() {
    const on = await begin();
    on.acquirer.saysToAdvice = () => silence;
    const transaction = await on.run(operation, '2', body);
    return { on, transaction, outcome: () => on.orders.rows.get(transaction.key)?.outcome };
  }

  it('is PENDING, moves nothing yet, and is not reversed', async () => {
    const { on, transaction } = await unheard();
    expect(transaction.outcome).toMatchObject({ gatewayCode: 'PENDING', order: { status: during } });
    expect(transaction.outcome?.reply).toBeUndefined();
    expect(on.orders.reversals.size).toBe(0);
  });

  it('is repeated, the same to the last field, until it is answered; then it counts once', async () => {
    const { on, outcome } = await unheard();
    for (let tries = 1; tries <= 4; tries += 1) {
      on.pass(60_000);
      await on.followUp();
      expect(outcome()?.gatewayCode).toBe('PENDING');
    }
    on.acquirer.saysToAdvice = () => answered();
    on.pass(60_000);
    await on.followUp();
    expect(on.acquirer.sentAdvices.map(({ repeat }) => repeat)).toEqual([false, true, true, true, true, true]);
    const [first] = on.acquirer.sentAdvices;
    for (const { advice } of on.acquirer.sentAdvices) {
      expect(readable(advice)).toEqual(readable(first?.advice));
    }
    expect(on.standing()).toMatchObject(after);
    expect(outcome()).toMatchObject({
      gatewayCode: 'APPROVED',
      reply: { acquirerCode: '00' },
      order: { status: (after as { status: string }).status },
    });

    on.pass(1e9);
    await on.followUp();
    expect(on.acquirer.sentAdvices).toHaveLength(6);
    expect(on.standing()).toMatchObject(after);
  });

  it('leaves everything unchanged when it is refused in the end', async () => {
    const { on, outcome } = await unheard();
    on.acquirer.saysToAdvice = () => answered({ gatewayCode: 'DECLINED', acquirerCode: '05' });
    on.pass(60_000);
    await on.followUp();
    expect(outcome()?.gatewayCode).toBe('DECLINED');
    expect(on.standing()).toMatchObject(refused);
    on.pass(1e9);
    await on.followUp();
    expect(on.acquirer.sentAdvices).toHaveLength(2);
  });

  it('is queried in the same round after an open answer to its repeat', async () => {
    const { on, outcome } = await unheard();
    // All repeats get its first answer.
    on.acquirer.saysToAdvice = () => answered({ gatewayCode: 'PENDING' });
    on.acquirer.knows = () => answered({ gatewayCode: 'PENDING' });
    on.pass(60_000);
    await on.followUp();
    expect(outcome()?.gatewayCode).toBe('PENDING');
    on.acquirer.knows = () => answered();
    on.pass(60_000);
    await on.followUp();
    expect(outcome()?.gatewayCode).toBe('APPROVED');
    expect(on.standing()).toMatchObject(after);
  });

  it('is repeated at least once a minute, however long the acquirer was away', async () => {
    const { on } = await unheard();
    const pauses: number[] = [];
    for (let tries = 1; tries <= 12; tries += 1) {
      const dueAt = [...on.orders.followUps.values()][0]?.dueAt ?? Number.NaN;
      pauses.push(dueAt - on.gateway.clock.now());
      on.pass(dueAt - on.gateway.clock.now());
      await on.followUp();
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[0]).toBeLessThanOrEqual(2_000);
    expect(pauses.at(-1)).toBe(60_000);
  });

  it('answers a repeat with the stored result, open at first and final later', async () => {
    const { on, transaction } = await unheard();
    expect((await on.run(operation, '2', body)).outcome?.gatewayCode).toBe('PENDING');
    expect(on.acquirer.sentAdvices).toHaveLength(1);
    on.acquirer.saysToAdvice = () => answered();
    on.pass(2_000);
    await on.followUp();
    const again = await on.run(operation, '2', body);
    expect([again.key, again.outcome?.gatewayCode]).toEqual([transaction.key, 'APPROVED']);
    expect(on.acquirer.sentAdvices).toHaveLength(2);
  });
});

describe.each(['PENDING', 'UNKNOWN', 'DEFERRED_TRANSACTION_RECEIVED'] as const)(
  'an advice that is answered %s',
  (gatewayCode) => {
    it('was received: it is queried and not repeated, and counts when the answer is known', async () => {
      const on = await authorized();
      on.acquirer.saysToAdvice = () => answered({ gatewayCode });
      const { key } = await on.run('CAPTURE', '2', amount('5.00'));
      expect(on.standing()).toMatchObject({ status: 'AUTHORIZED', captured: 0n });
      on.acquirer.knows = () => answered({ gatewayCode }) as never;
      on.pass(2_000);
      await on.followUp();
      on.acquirer.knows = () => answered() as never;
      on.pass(60_000);
      await on.followUp();
      expect(on.acquirer.sentAdvices).toHaveLength(1);
      expect(on.orders.rows.get(key)?.outcome?.gatewayCode).toBe('APPROVED');
      expect(on.standing()).toMatchObject({ status: 'PARTIALLY_CAPTURED', captured: 500n });
    });
  },
);

it('an open capture that ends after others were made is added to them', async () => {
  const on = await authorized();
  on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
  await on.run('CAPTURE', '2', amount('5'));
  on.acquirer.saysToAdvice = () => answered();
  await on.run('CAPTURE', '3', amount('4'));
  on.pass(2_000);
  await on.followUp();
  expect(on.standing()).toMatchObject({ status: 'PARTIALLY_CAPTURED', captured: 900n });
});

it('an answer that comes while another operation holds the order waits for it, and is not lost', async () => {
  const on = await authorized();
  on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
  await on.run('CAPTURE', '2', amount('5'));
  const { promise, resolve } = Promise.withResolvers<AcquirerOutcome>();
  on.acquirer.saysToAdvice = ({ transactionId }) => (transactionId === '3' ? promise : answered());
  const busy = on.run('CAPTURE', '3', amount('4'));
  await expect.poll(() => on.acquirer.sentAdvices.length).toBe(2);
  on.pass(2_000);
  await on.followUp();
  expect(on.order().state.totalCaptured).toBe(0n);
  resolve(answered());
  await busy;
  on.pass(60_000);
  await on.followUp();
  expect(on.standing()).toMatchObject({ captured: 900n });
});

describe.each([
  ['REFUND', async () => paid(), amount('5.00'), 'REFUND', { status: 'CAPTURED', refunded: 0n }],
  [
    'REFUND',
    async () => bench({ permissions: { standaloneRefund: true } }),
    { ...amount('5.00'), sourceOfFunds: cardBody().sourceOfFunds },
    'REFUND',
    { status: 'FAILED', refunded: 0n },
  ],
  [
    'REFERRAL',
    async () => {
      const on = bench();
      on.acquirer.says = () => answered({ gatewayCode: 'REFERRED' });
      await on.run('PAY', '1', cardBody());
      return on;
    },
    { transaction: { authorizationCode: 'A1B2C3' } },
    'PAYMENT',
    { status: 'FAILED', captured: 0n },
  ],
] as const)('a request, %s', (operation, begin, body, kind, after) => {
  it('without an answer is TIMED_OUT, and reversed until that is acknowledged', async () => {
    const on = await begin();
    on.acquirer.says = () => ({ status: 'NO_ANSWER' });
    const { outcome, key } = await on.run(operation, '2', body);
    expect(outcome?.gatewayCode).toBe('TIMED_OUT');
    expect(on.standing()).toMatchObject(after);
    expect(on.orders.followUps.size).toBe(0);
    await on.reverse();
    expect(on.acquirer.advices).toMatchObject([
      { repeat: false, advice: { original: on.asked().trace, originalKind: kind, amount: on.asked().amount } },
    ]);
    on.pass(1e9);
    await on.reverse();
    expect(on.acquirer.advices).toHaveLength(1);
    expect(on.orders.rows.get(key)?.outcome?.gatewayCode).toBe('TIMED_OUT');
  });

  it('that was certainly not sent fails, and nothing is reversed', async () => {
    const on = await begin();
    on.acquirer.says = () => ({ status: 'NOT_SENT' });
    expect((await on.run(operation, '2', body)).outcome?.gatewayCode).toBe('ACQUIRER_SYSTEM_ERROR');
    expect(on.orders.reversals.size).toBe(0);
    expect(on.standing()).toMatchObject(after);
  });

  it('is not sent a second time by its repeat', async () => {
    const on = await begin();
    on.acquirer.says = () => ({ status: 'NO_ANSWER' });
    await on.run(operation, '2', body);
    const asked = on.acquirer.requests.length;
    on.acquirer.says = () => answered();
    expect((await on.run(operation, '2', body)).outcome?.gatewayCode).toBe('TIMED_OUT');
    expect(on.acquirer.requests).toHaveLength(asked);
  });
});

/** Comparable text of an advice: Secrets hide themselves from a comparison. */
function readable(advice: object | undefined): object | undefined {
  const instrument = (advice as { instrument?: { number: { reveal(): string } } } | undefined)?.instrument;
  return advice && { ...advice, instrument: instrument && { ...instrument, number: instrument.number.reveal() } };
}
