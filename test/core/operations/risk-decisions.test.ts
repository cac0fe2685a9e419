/** A decision on a held payment: the void or refund that returns the money, the obstacles, and that it happens once. */
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations.ts';
import { riskDecisionWorker } from '../../../src/core/operations/risk-decisions.ts';
import type { RiskReview } from '../../../src/core/risk/index.ts';
import { answered, cardBody, START } from '../world.ts';
import { amount, type Bench, bench, oneRound, shop, target } from './bench.ts';

const SETTINGS = { risk: { rules: [{ id: 'r', when: { currencies: ['EUR'] }, recommendation: 'REVIEW' }] } };
const GIFT_CARD = {
  order: { amount: '12.00', currency: 'EUR' },
  sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: '6006491234567890', pin: '1234' } } },
};
const review = (decision: RiskReview['decision']): RiskReview => ({ decision, userId: 'ann', decidedAt: START });

async function held(operation: 'AUTHORIZE' | 'PAY', settings: object = {}): Promise<Bench> {
  const on = bench({ ...SETTINGS, ...settings });
  await on.run(operation, '1', cardBody());
  return on;
}

async function decide(on: Bench, decision: RiskReview['decision'], settings: object = {}): Promise<void> {
  const [payment] = [...on.orders.rows.values()];
  on.orders.reviews.set(payment!.key, review(decision));
  await round(on, settings);
}

const round = (on: Bench, settings: object = {}) =>
  oneRound(riskDecisionWorker({ gateway: on.gateway, merchantByKey: async () => shop({ ...SETTINGS, ...settings }) }));

const risk = (on: Bench) => [...on.orders.rows.values()][0]?.outcome?.risk;
const refunds = (on: Bench) => on.acquirer.requests.filter(({ kind }) => kind === 'REFUND');
const adviceKinds = (on: Bench) => on.acquirer.sentAdvices.map(({ advice }) => advice.kind);

it('an accepted payment is captured from then on, and keeps its rules’ results', async () => {
  const on = await held('AUTHORIZE');
  await decide(on, 'ACCEPTED');
  expect(risk(on)).toMatchObject({ gatewayCode: 'ACCEPTED', fired: [{ id: 'r' }], review: { userId: 'ann' } });
  expect(risk(on)?.reversalResult).toBeUndefined();
  expect((await on.run('CAPTURE', '2', amount('12.00'))).outcome?.gatewayCode).toBe('APPROVED');
  expect(on.orders.reviews.size).toBe(0);
});

describe.each(['AUTHORIZE', 'PAY'] as const)('%s that is rejected', (operation) => {
  it('is voided once, for any number of rounds', async () => {
    const on = await held(operation);
    const [payment] = [...on.orders.rows.values()];
    await decide(on, 'REJECTED');
    on.orders.reviews.set(payment!.key, review('REJECTED'));
    await round(on);
    expect(adviceKinds(on)).toEqual(['VOID']);
    expect(risk(on)).toMatchObject({ gatewayCode: 'REJECTED', reversalResult: 'OKAY' });
    expect(on.standing().status).toBe('CANCELLED');
  });

  it('waits for a void without an answer', async () => {
    const on = await held(operation);
    on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await decide(on, 'REJECTED');
    expect(risk(on)?.gatewayCode).toBe('REVIEW_REQUIRED');
    expect((await on.refused('CAPTURE', '2', amount('1.00'))).message).not.toBe('');
    on.acquirer.saysToAdvice = () => answered();
    on.pass(HOUR_MS);
    await on.followUp();
    await round(on);
    expect(risk(on)).toMatchObject({ gatewayCode: 'REJECTED', reversalResult: 'OKAY' });
    expect(on.standing().status).toBe('CANCELLED');
  });

  it('waits while another operation holds its order', async () => {
    const on = await held(operation);
    on.orders.orders.set(on.order().key, { ...on.order(), lockedBy: 99 });
    await decide(on, 'REJECTED');
    expect([adviceKinds(on), risk(on)?.gatewayCode]).toEqual([[], 'REVIEW_REQUIRED']);
    on.orders.orders.set(on.order().key, { ...on.order(), lockedBy: null });
    await round(on);
    expect(risk(on)?.gatewayCode).toBe('REJECTED');
  });

  it('that its merchant refunded needs no further refund', async () => {
    const on = await held(operation);
    await on.run('VOID', '2', target('1'));
    await decide(on, 'REJECTED');
    expect([adviceKinds(on), risk(on)?.reversalResult]).toEqual([['VOID'], 'NOT_APPLICABLE']);
  });
});

it('an authorization is voided at any age, and with any limits of the profile', async () => {
  const settings = { voidWindowHours: 1, permissions: { refundApproval: true } };
  const on = await held('AUTHORIZE', settings);
  on.pass(48 * HOUR_MS);
  await decide(on, 'REJECTED', settings);
  expect([adviceKinds(on), risk(on)?.reversalResult]).toEqual([['VOID'], 'OKAY']);
});

it('a payment that is too old for a void is refunded, without approval', async () => {
  const settings = { voidWindowHours: 1, permissions: { refundApproval: true } };
  const on = await held('PAY', settings);
  on.pass(48 * HOUR_MS);
  await decide(on, 'REJECTED', settings);
  expect([adviceKinds(on), on.asked().kind, on.asked().amount]).toEqual([[], 'REFUND', 1_200n]);
  expect(risk(on)?.reversalResult).toBe('OKAY');
  expect(on.standing()).toMatchObject({ status: 'REFUNDED', refunded: 1_200n });
});

it('a payment whose void is refused is refunded; where that is refused too, a person has to act', async () => {
  const refusing = () => answered({ gatewayCode: 'DECLINED' });
  const on = await held('PAY');
  on.acquirer.saysToAdvice = refusing;
  await decide(on, 'REJECTED');
  expect([adviceKinds(on), on.asked().kind, risk(on)?.reversalResult]).toEqual([['VOID'], 'REFUND', 'OKAY']);
  const other = await held('PAY');
  other.acquirer.saysToAdvice = refusing;
  other.acquirer.says = refusing;
  await decide(other, 'REJECTED');
  expect(risk(other)?.reversalResult).toBe('FAIL');
  expect(other.orders.reviews.size).toBe(0);
});

describe('a rejected payment that is refunded while its acquirer is away', () => {
  const TOO_OLD = 48 * HOUR_MS;
  const away = () => ({ status: 'NOT_SENT' }) as const;

  it('waits for the acquirer, and leaves no failed refund behind', async () => {
    const on = await held('PAY');
    on.pass(TOO_OLD);
    on.acquirer.isReady = false;
    await decide(on, 'REJECTED');
    expect([on.standing().status, risk(on)?.gatewayCode]).toEqual(['CAPTURED', 'REVIEW_REQUIRED']);
    on.acquirer.isReady = true;
    await round(on);
    expect([on.standing().refunded, risk(on)?.reversalResult]).toEqual([1_200n, 'OKAY']);
  });

  it('is refunded later if the refund could not be sent, for any number of attempts', async () => {
    const on = await held('PAY');
    on.pass(TOO_OLD);
    on.acquirer.says = away;
    await decide(on, 'REJECTED');
    await round(on);
    expect(refunds(on)).toHaveLength(1);
    on.pass(HOUR_MS);
    await round(on);
    expect(refunds(on)).toHaveLength(2);
    on.acquirer.says = () => answered();
    on.pass(HOUR_MS);
    await round(on);
    await round(on);
    expect([refunds(on).length, on.standing().refunded, risk(on)?.reversalResult]).toEqual([3, 1_200n, 'OKAY']);
  });

  it('needs a person where the acquirer stays away for a day', async () => {
    const on = await held('PAY');
    on.pass(TOO_OLD);
    on.acquirer.says = away;
    await decide(on, 'REJECTED');
    for (let hours = 0; hours < 48; hours += 1) {
      on.pass(HOUR_MS);
      await round(on);
    }
    expect([refunds(on).length, risk(on)?.reversalResult]).toEqual([24, 'FAIL']);
  });
});

describe('a merchant whose payment is in review', () => {
  it('cannot capture the money again that a rejection returned', async () => {
    const on = await held('PAY');
    on.pass(48 * HOUR_MS);
    await decide(on, 'REJECTED');
    const [refund] = refunds(on);
    expect((await on.refused('VOID', '9', target(refund!.transactionId))).message).toContain('review of its risk');
  });

  it.each(['REQUIRED', 'REJECTED'])('cannot capture the money again that it refunded itself: %s', async (reviewed) => {
    const on = await held('PAY');
    await on.run('REFUND', '2', amount('12.00'));
    if (reviewed === 'REJECTED') {
      await decide(on, 'REJECTED');
    }
    expect((await on.refused('VOID', '9', target('2'))).message).toContain('review of its risk');
  });

  it.each([
    ['that is made', answered()],
    ['that fails', answered({ gatewayCode: 'DECLINED' })],
  ])('does not prevent the refund of a rejection by a refund with the same id, %s', async (_, says) => {
    const on = await held('PAY');
    on.pass(48 * HOUR_MS);
    const [payment] = [...on.orders.rows.values()];
    on.acquirer.says = () => says;
    await on.run('REFUND', `risk-refund-${payment!.key}`, amount('0.01'));
    on.acquirer.says = () => answered();
    await decide(on, 'REJECTED');
    expect([on.standing().refunded, risk(on)?.reversalResult]).toEqual([1_200n, 'OKAY']);
  });
});

it.each([600n, 500n])('both parts of a rejected payment are refunded for good, the first one of %s', async (first) => {
  const on = bench(SETTINGS);
  on.acquirer.says = () => answered({ gatewayCode: 'INSUFFICIENT_FUNDS' });
  await on.run('PAY', '1', GIFT_CARD);
  on.acquirer.says = () => answered();
  await on.run('PAY', '2', GIFT_CARD, {
    pageSession: 1,
    part: { kind: 'HOLD', amount: first, until: START + DAY_MS },
  });
  const rest = await on.run('PAY', '3', cardBody(), { pageSession: 1, part: { kind: 'REST' } });
  on.pass(48 * HOUR_MS);
  on.orders.reviews.set(rest.key, review('REJECTED'));
  await round(on);
  for (const { transactionId } of refunds(on)) {
    expect((await on.refused('VOID', '9', target(transactionId))).message).toContain('review of its risk');
  }
  expect(
    refunds(on)
      .map(({ instrument }) => instrument.kind)
      .sort(),
  ).toEqual(['CARD', 'GIFT_CARD']);
  expect(on.standing().refunded).toBe(1_200n);
});

it('a payment whose card was erased cannot be refunded by any number of attempts, and a person has to act', async () => {
  const on = await held('PAY');
  on.orders.sealedCard = async () => null;
  on.orders.cardsErasedAt = async () => START + DAY_MS;
  on.pass(2 * DAY_MS);
  await decide(on, 'REJECTED');
  expect(risk(on)).toMatchObject({ gatewayCode: 'REJECTED', reversalResult: 'FAIL' });
  expect([on.orders.reviews.size, adviceKinds(on), on.acquirer.requests.length]).toEqual([0, [], 1]);
  const message = 'a payment that was rejected for its risk is not given back';
  expect(on.log.lines).toContainEqual(expect.objectContaining({ level: 'error', message }));
});

it('a rejection waits for the result of an open payment', async () => {
  const on = bench(SETTINGS);
  on.acquirer.says = () => answered({ gatewayCode: 'PENDING' });
  await on.run('PAY', '1', cardBody());
  await decide(on, 'REJECTED');
  expect([adviceKinds(on), risk(on)?.gatewayCode]).toEqual([[], 'REVIEW_REQUIRED']);
});
