/** The effect of risk rules on a payment: before the message to the acquirer, after its answer, and across a crash. */
import { describe, expect, it } from 'vitest';
import type { AddressResult } from '../../../src/contract/fields/verification-fields.ts';
import type { AcquirerReply } from '../../../src/core/ports/index.ts';
import { recover } from '../../../src/core/recovery/recovery.ts';
import { readyPolicy } from '../../../src/core/risk/assess.ts';
import { riskPolicy } from '../../../src/core/risk/rule.ts';
import { answered, CARD, cardBody } from '../world.ts';
import { amount, type Bench, bench } from './bench.ts';

const ON_EUR = { when: { currencies: ['EUR'] } };
const rule = (recommendation: string, more: object = {}) => ({ id: 'r', ...ON_EUR, recommendation, ...more });
const risk = (...rules: object[]) => ({ risk: { rules } });
const bypassing = { ...cardBody(), action: { bypassMerchantRiskRules: 'ALL' } };
const avs = (gatewayCode: AddressResult): Partial<AcquirerReply> => ({ avs: { acquirerCode: 'X', gatewayCode } });

/** The operator's rules, in addition to the merchant's. */
function operating(on: Bench, ...rules: object[]): Bench {
  const policy = readyPolicy(riskPolicy.parse({ rules }), 'MSO_RULE')!;
  Object.assign(on.gateway, { operatorRisk: policy });
  return on;
}

describe.each(['AUTHORIZE', 'PAY', 'VERIFY'] as const)('%s that a rule rejects', (operation) => {
  it('is blocked, without a message to the acquirer', async () => {
    const on = bench(risk(rule('REJECT', { name: 'No euros' })));
    const { outcome, request } = await on.run(operation, '1', cardBody());
    expect(outcome).toMatchObject({
      gatewayCode: 'BLOCKED',
      risk: { gatewayCode: 'REJECTED', reversalResult: 'NOT_APPLICABLE', fired: [{ id: 'r', name: 'No euros' }] },
      order: { status: 'FAILED' },
    });
    expect(request.decided).toBe('BLOCKED');
    expect([on.acquirer.requests.length, on.orders.reversals.size]).toEqual([0, 0]);
  });

  it('after its approval is declined and reversed', async () => {
    const on = bench(risk(rule('REJECT', { when: { avs: ['NO_MATCH'] } })));
    on.acquirer.says = () => answered(avs('NO_MATCH'));
    const { outcome } = await on.run(operation, '1', cardBody());
    expect(outcome).toMatchObject({
      gatewayCode: 'DECLINED_AVS',
      reply: { gatewayCode: 'APPROVED' },
      risk: { gatewayCode: 'REJECTED', reversalResult: 'OKAY' },
    });
    expect(on.standing()).toMatchObject({ status: 'FAILED', authorized: 0n, captured: 0n });
    await on.reverse();
    expect(on.acquirer.advices).toMatchObject([{ advice: { original: on.asked().trace } }]);
  });
});

it('rejectOn and a rule each give their reason', async () => {
  const on = bench({ ...risk(rule('REJECT', { when: { csc: ['NO_MATCH'] } })), rejectOn: { avs: ['NO_MATCH'] } });
  on.acquirer.says = () =>
    answered({ ...avs('NO_MATCH'), securityCode: { acquirerCode: 'N', gatewayCode: 'NO_MATCH' } });
  expect((await on.run('PAY', '1', cardBody())).outcome?.gatewayCode).toBe('DECLINED_AVS_CSC');
});

it('an acceptance of the rules does not lift rejectOn', async () => {
  const on = bench({ ...risk(rule('ACCEPT')), rejectOn: { avs: ['NO_MATCH'] } });
  on.acquirer.says = () => answered(avs('NO_MATCH'));
  expect((await on.run('PAY', '1', cardBody())).outcome).toMatchObject({
    gatewayCode: 'DECLINED_AVS',
    risk: { gatewayCode: 'REJECTED' },
  });
});

describe('a payment that bypasses its merchant’s rules', () => {
  it('is not checked by them', async () => {
    const on = bench(risk(rule('REJECT')));
    const { outcome } = await on.run('PAY', '1', bypassing);
    expect([outcome?.gatewayCode, outcome?.risk]).toEqual(['APPROVED', undefined]);
  });

  it('is still checked by the operator’s rules', async () => {
    const on = operating(bench(risk(rule('ACCEPT'))), rule('REJECT', { id: 'of-all' }));
    const { outcome } = await on.run('PAY', '1', bypassing);
    expect(outcome).toMatchObject({ gatewayCode: 'BLOCKED', risk: { fired: [{ id: 'of-all', type: 'MSO_RULE' }] } });
  });
});

it('a decline by the issuer has no risk result, and keeps the issuer’s reason', async () => {
  const on = bench(risk(rule('REVIEW'), rule('REJECT', { id: 'avs', when: { avs: ['NO_MATCH'] } })));
  on.acquirer.says = () => answered({ gatewayCode: 'INSUFFICIENT_FUNDS', ...avs('NO_MATCH') });
  const { outcome } = await on.run('PAY', '1', cardBody());
  expect([outcome?.gatewayCode, outcome?.risk]).toEqual(['INSUFFICIENT_FUNDS', undefined]);
  expect(on.orders.reversals.size).toBe(0);
});

it('a merchant without rules gets no risk result, and nothing is looked up or stored for it', async () => {
  const on = bench();
  const { outcome, request } = await on.run('PAY', '1', cardBody());
  expect([outcome?.risk, request.risk, request.counted]).toEqual([undefined, undefined, undefined]);
  expect(on.orders.intents.at(-1)?.attempts).toBeUndefined();
});

it('a blocked payment whose process died is blocked when another takes it up, and names its rules', async () => {
  const on = bench(risk(rule('REJECT')));
  const complete = on.orders.complete.bind(on.orders);
  on.orders.complete = () => Promise.reject(new Error('killed'));
  void on.run('PAY', '1', cardBody()).catch(() => undefined);
  await expect.poll(() => on.orders.rows.size).toBe(1);
  on.orders.complete = complete;
  await recover(on.restarted());
  expect([...on.orders.rows.values()][0]?.outcome).toMatchObject({
    gatewayCode: 'BLOCKED',
    risk: { gatewayCode: 'REJECTED', fired: [{ id: 'r' }] },
  });
});

describe('attempts', () => {
  const counting = (velocity: object) => rule('REJECT', { when: { velocity: { withinMinutes: 60, ...velocity } } });
  const order = (orderId: string) => ({ orderId });
  const codes = async (on: Bench, bodies: readonly object[]) => {
    const ran = [];
    for (const [index, body] of bodies.entries()) {
      ran.push((await on.run('PAY', '1', body, order(`o-${index}`))).outcome?.gatewayCode);
    }
    return ran;
  };
  const [A, B, X] = ['APPROVED', 'BLOCKED', 'DECLINED'];

  it('of one card are counted over its orders, and those of another are not', async () => {
    const on = bench(risk(counting({ per: 'CARD', moreThan: 2 })));
    const other = { ...cardBody(), sourceOfFunds: { provided: { card: { ...CARD, number: '5111111111111118' } } } };
    expect(await codes(on, [cardBody(), cardBody(), cardBody(), other])).toEqual([A, A, B, A]);
    on.pass(60 * 60_000);
    expect((await on.run('PAY', '1', cardBody(), order('later'))).outcome?.gatewayCode).toBe(A);
  });

  it.each<[string, object]>([
    ['EMAIL', { customer: { email: 'ann@example.com' } }],
    ['CUSTOMER', { order: { ...cardBody().order, customerReference: 'ann-1' } }],
    ['IP_ADDRESS', { customer: { ipAddress: '203.0.113.7' } }],
    ['SHIPPING_ADDRESS', { shipping: { address: { street: '1 Main St', postcodeZip: '1010', country: 'AUT' } } }],
  ])('of one %s are counted, and a payment without it is not', async (per, more) => {
    const on = bench(risk(counting({ per, moreThan: 1 })));
    const having = { ...cardBody(), ...more };
    expect(await codes(on, [having, cardBody(), cardBody(), having])).toEqual([A, A, A, B]);
  });

  it('of one network of IPv6 are counted together', async () => {
    const on = bench(risk(counting({ per: 'IP_ADDRESS', moreThan: 1 })));
    const from = (ipAddress: string) => ({ ...cardBody(), device: { ipAddress } });
    expect(await codes(on, [from('2001:db8::1'), from('2001:DB8:0:1::1'), from('2001:db8::9:8')])).toEqual([A, A, B]);
  });

  it('that failed are counted separately, and are not part of a sum', async () => {
    const on = bench(risk(counting({ per: 'CARD', of: 'DECLINES', moreThan: 1 })));
    on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    expect(await codes(on, [cardBody(), cardBody(), cardBody()])).toEqual([X, X, B]);
    const summing = bench(risk(counting({ per: 'CARD', sumAbove: '24.00', currency: 'EUR' })));
    summing.acquirer.says = () => answered(summing.acquirer.requests.length === 1 ? { gatewayCode: 'DECLINED' } : {});
    expect(await codes(summing, [cardBody(), cardBody(), cardBody(), cardBody()])).toEqual([X, A, A, B]);
  });

  it('are stored as keyed hashes of their merchant’s own', async () => {
    const on = bench(risk(counting({ per: 'CARD', moreThan: 9 })));
    await on.run('PAY', '1', cardBody());
    const [stored] = on.orders.intents.at(-1)?.attempts ?? [];
    expect(Buffer.from(stored!.subject).toString()).toBe(`risk attempt 1 CARD ${CARD.number}`);
    expect(stored).toMatchObject({ amount: 1_200n, currency: 'EUR' });
  });

  it('of the operator’s rules are counted over all merchants', async () => {
    const on = operating(bench(), counting({ per: 'CARD', moreThan: 9 }));
    await on.run('PAY', '1', cardBody());
    const [stored] = on.orders.intents.at(-1)?.attempts ?? [];
    expect(Buffer.from(stored!.subject).toString()).toBe(`risk attempt all CARD ${CARD.number}`);
  });
});

describe('a payment that a rule wants reviewed', () => {
  it('is paid, waits for a person, and is captured no further', async () => {
    const on = bench(risk(rule('REVIEW')));
    const { outcome } = await on.run('AUTHORIZE', '1', cardBody());
    expect(outcome).toMatchObject({ gatewayCode: 'APPROVED', risk: { gatewayCode: 'REVIEW_REQUIRED' } });
    const why = "transaction '1' of this order is held for a review of its risk";
    expect((await on.refused('CAPTURE', '2', amount('12.00'))).message).toContain(why);
    expect((await on.refused('UPDATE_AUTHORIZATION', '3', amount('13.00'))).message).toContain(why);
  });

  it('can be given back by its merchant', async () => {
    const on = bench(risk(rule('REVIEW')));
    await on.run('AUTHORIZE', '1', cardBody());
    const voided = await on.run('VOID', '2', { transaction: { targetTransactionId: '1' } });
    expect(voided.outcome?.order.status).toBe('CANCELLED');
  });

  it('is not held if it is a verification, and its answer names the rule', async () => {
    const on = bench(risk(rule('REVIEW')));
    const { outcome } = await on.run('VERIFY', '1', cardBody());
    expect(outcome?.risk).toMatchObject({ gatewayCode: 'ACCEPTED', fired: [{ recommendation: 'REVIEW' }] });
  });
});
