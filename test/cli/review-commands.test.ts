/** Payments that risk rules hold for review: decided on the command line, executed by the running gateway. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount, cardPayment, type RestOrder, restOrder, target, totalsIn } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { turnpike, turnpikeProcess } from './turnpike.ts';

const MERCHANT = 'HOLDS';
const RULE = { id: 'all', name: 'Everything', when: { currencies: ['EUR'] }, recommendation: 'REVIEW', score: 7 };
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: MERCHANT, name: 'Holds', risk: { rules: [RULE] } });
});
afterAll(() => rig.close());

const review = (verb: string, ...args: string[]) =>
  turnpike(rig.folder, ['review', verb, ...args], { DATABASE_URL: rig.databaseUrl });
const listed = async (order: RestOrder) =>
  (await review('list')).out.split('\n').filter((line) => line.includes(`\t${order.id}\t`));
const riskOf = async (order: RestOrder) => (await order.transaction('1')).json.response.risk;
const decided = (order: RestOrder) => expect.poll(async () => (await riskOf(order)).gatewayCode, { timeout: 30_000 });

async function held(operation: 'AUTHORIZE' | 'PAY' = 'AUTHORIZE'): Promise<RestOrder> {
  const order = restOrder(rig, { merchant: MERCHANT });
  const { json } = await order.done(operation, '1', cardPayment());
  expect(json).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } });
  const { id, name, recommendation, score } = RULE;
  expect(json.response.risk).toEqual({
    gatewayCode: 'REVIEW_REQUIRED',
    rule: [{ data: 'currency EUR', id, name, recommendation, score, type: 'MERCHANT_RULE' }],
    totalScore: 7,
  });
  expect(json.risk.response).toEqual(json.response.risk);
  return order;
}

it('a held payment is listed with its merchant, amount, and rules', async () => {
  const order = await held();
  expect(await listed(order)).toEqual([
    expect.stringMatching(
      new RegExp(`^${MERCHANT}\t${order.id}\t1\t12\\.00 EUR\t\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\tall \\(currency EUR\\)$`),
    ),
  ]);
});

it('a held payment is listed on one line, for any ids, with control characters escaped', async () => {
  const path = `/order/${encodeURIComponent('o\n\u001b[2Jx')}/transaction/${encodeURIComponent('t\n\u001b[1A')}`;
  const body = { apiOperation: 'AUTHORIZE', ...cardPayment() };
  const { status, text } = await rig.api('PUT', path, body, { merchant: MERCHANT });
  expect(status, text).toBe(201);
  const { out } = await review('list');
  expect(out).toContain(`\n${MERCHANT}\to\\u{a}\\u{1b}[2Jx\tt\\u{a}\\u{1b}[1A\t12.00 EUR\t`);
  expect(out).not.toContain('\u001b');
});

it('a held payment is captured once it is accepted, and not before', async () => {
  const order = await held();
  const { json } = await order.refused('CAPTURE', '2', amount('12.00'));
  expect(json.error.explanation).toContain('held for a review of its risk');
  const ran = await review('accept', MERCHANT, order.id, '--reason', 'KNOWN', '--note', 'A customer for years');
  expect(ran).toEqual({ code: 0, out: 'The payment is accepted.\n', err: '' });
  await decided(order).toBe('ACCEPTED');
  expect(await riskOf(order)).toMatchObject({
    rule: [{ id: 'all' }],
    review: {
      decisionReason: 'KNOWN',
      note: 'A customer for years',
      timeOfDecision: expect.stringMatching(/^\d{4}-/),
      userId: expect.stringMatching(/./),
    },
  });
  await order.done('CAPTURE', '2', amount('12.00'));
  const { json: retrieved } = await order.get();
  expect(retrieved.status).toBe('CAPTURED');
  expect(retrieved.risk.response).toEqual(await riskOf(order));
  expect(await listed(order)).toEqual([]);
});

describe.each([
  ['AUTHORIZE', 'AUTHORIZATION'],
  ['PAY', 'PAYMENT'],
] as const)('%s that is rejected', (operation, kind) => {
  it('is voided, once, with that result', async () => {
    const order = await held(operation);
    expect((await review('reject', MERCHANT, order.id, '1')).code).toBe(0);
    await decided(order).toBe('REJECTED');
    expect(await riskOf(order)).toMatchObject({ reversalResult: 'OKAY', review: { userId: expect.anything() } });
    const { json } = await order.get();
    expect(json).toMatchObject({ status: 'CANCELLED', risk: { response: { gatewayCode: 'REJECTED' } } });
    expect(order.ledger()).toEqual([`${kind} 12.00 EUR REVERSED`]);
    expect((await review('accept', MERCHANT, order.id, '1')).code).toBe(2);
  });
});

it('a partly refunded payment is refunded in full', AT_LENGTH, async () => {
  const order = await held('PAY');
  await order.done('REFUND', '2', amount('5.00'));
  await review('reject', MERCHANT, order.id);
  await decided(order).toBe('REJECTED');
  const reply = await order.get();
  expect(totalsIn(reply)).toMatchObject({ status: 'REFUNDED', refunded: '12.00' });
  expect(await riskOf(order)).toMatchObject({ reversalResult: 'OKAY' });
});

it('a payment that its merchant refunded meanwhile needs no refund', AT_LENGTH, async () => {
  const order = await held();
  await order.done('VOID', '2', target('1'));
  await review('reject', MERCHANT, order.id);
  await decided(order).toBe('REJECTED');
  expect(await riskOf(order)).toMatchObject({ reversalResult: 'NOT_APPLICABLE' });
});

it('a payment decided twice at the same time is decided once', async () => {
  const order = await held();
  const ran = await Promise.all([
    turnpikeProcess(rig.folder, ['review', 'accept', MERCHANT, order.id], { DATABASE_URL: rig.databaseUrl }),
    turnpikeProcess(rig.folder, ['review', 'reject', MERCHANT, order.id], { DATABASE_URL: rig.databaseUrl }),
  ]);
  expect(ran.map(({ code }) => code).sort()).toEqual([0, 2]);
  await decided(order).toBe(ran[0]?.code === 0 ? 'ACCEPTED' : 'REJECTED');
});

it('a payment rejected while no gateway runs is refunded when one starts', AT_LENGTH, async () => {
  const order = await held('PAY');
  await rig.app.close();
  expect((await review('reject', MERCHANT, order.id)).code).toBe(0);
  await rig.restart();
  await decided(order).toBe('REJECTED');
  expect(order.ledger()).toEqual(['PAYMENT 12.00 EUR REVERSED']);
});

describe('a decision without a review', () => {
  it.each<[string, readonly string[]]>([
    ['an unknown merchant', ['NOBODY', 'order', '1']],
    ['an unknown order', [MERCHANT, 'nobody']],
  ])('is refused: %s', async (_what, args) => {
    const ran = await review('accept', ...args);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('turnpike review list');
  });

  it.each([[[]], [['A']], [['A', 'B', 'C', 'D']], [['A', 'B', '--why', 'x']]])('prints its usage: %j', async (args) => {
    const ran = await review('reject', ...args);
    expect(ran.err).toBe('turnpike review reject MERCHANT ORDER [TRANSACTION] [--reason TEXT] [--note TEXT]\n');
  });

  it('limits the length of a note', async () => {
    const ran = await review('reject', MERCHANT, 'X', '--note', 'x'.repeat(2_001));
    expect(ran).toMatchObject({ code: 2, err: '--note takes 1 to 2000 characters.\n' });
  });
});
