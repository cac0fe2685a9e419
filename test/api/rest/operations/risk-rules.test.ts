/** Risk rules over the API: the answers in each version, and the acquirer's ledger. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../rig.ts';
import { cardPayment, restOrder } from './order.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({
    id: 'JUDGES',
    name: 'Judges',
    risk: {
      rejectFrom: 100,
      rules: [
        { id: 'listed', when: { emails: ['@throwaway.example'] }, recommendation: 'REJECT' },
        { id: 'street', name: 'Another street', when: { avs: ['NO_MATCH'] }, recommendation: 'REJECT' },
        { id: 'often', when: { velocity: { per: 'EMAIL', withinMinutes: 60, moreThan: 2 } }, score: 100 },
        { id: 'small', when: { amount: { currency: 'EUR', below: '20' } }, score: 5 },
      ],
    },
  });
});
afterAll(() => rig.close());

const from = (email: string) => ({ customer: { email } });
const living = (street: string) => ({ billing: { address: { street } } });
const pay = async (more: object, version = 100) => {
  const order = restOrder(rig, { merchant: 'JUDGES', version });
  return { order, json: (await order.done('PAY', '1', cardPayment(more))).json };
};

describe.each([100, 63, 41, 24])('in version %i', (version) => {
  it('an accepted payment lists the matching rules and their total score', async () => {
    const { json } = await pay({}, version);
    expect(json.response.risk).toEqual({
      gatewayCode: 'ACCEPTED',
      rule: [
        {
          data: 'amount 12.00 EUR',
          id: 'small',
          name: 'small',
          recommendation: 'NO_ACTION',
          score: 5,
          type: 'MERCHANT_RULE',
        },
      ],
      totalScore: 5,
    });
    expect(json.risk).toEqual({ response: json.response.risk });
  });

  it('a payment rejected by a rule is blocked, and is not sent to the acquirer', async () => {
    const { order, json } = await pay(from('ann@throwaway.example'), version);
    expect(json).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'BLOCKED', risk: { gatewayCode: 'REJECTED', reversalResult: 'NOT_APPLICABLE' } },
      order: { status: 'FAILED' },
    });
    expect(order.ledger()).toEqual([]);
    const retrieved = await order.get();
    expect(retrieved.json.risk).toEqual(json.risk);
  });
});

it('a payment rejected after its approval is reversed, with that result', async () => {
  const { order, json } = await pay(living('Echo St'));
  expect(json.response).toMatchObject({
    gatewayCode: 'DECLINED_AVS',
    risk: {
      gatewayCode: 'REJECTED',
      reversalResult: 'OKAY',
      rule: [{ id: 'small' }, { id: 'street', name: 'Another street', data: 'AVS NO_MATCH' }],
    },
  });
  await expect.poll(() => order.ledger()).toEqual(['PAYMENT 12.00 EUR REVERSED']);
});

it('attempts are counted over orders, including blocked ones', async () => {
  const codes = [];
  for (let payment = 0; payment < 4; payment += 1) {
    codes.push((await pay(from('Bob@example.com'))).json.response.gatewayCode);
  }
  expect(codes).toEqual(['APPROVED', 'APPROVED', 'BLOCKED', 'BLOCKED']);
  expect((await pay(from('eve@example.com'))).json.response.gatewayCode).toBe('APPROVED');
  const [{ n: clear }] = (await rig.rows(
    "select count(*) as n from risk_attempt where cast(subject as text) like '%example%'",
  )) as [{ n: number }];
  expect(Number(clear)).toBe(0);
});

it('a repeated payment is the same payment, and counted once', async () => {
  const order = restOrder(rig, { merchant: 'JUDGES' });
  const body = cardPayment(from('carl@example.com'));
  const first = await order.done('PAY', '1', body);
  const again = await order.done('PAY', '1', body);
  expect(again.json.response.risk).toEqual(first.json.response.risk);
  await order.refused('PAY', '2', body);
  expect((await pay(from('carl@example.com'))).json.response.gatewayCode).toBe('APPROVED');
});

it('the operator’s rules apply to every merchant, and a request cannot bypass them', async () => {
  const rules = [{ id: 'of-all', when: { bins: ['5123'] }, recommendation: 'REJECT' }];
  writeFileSync(join(rig.folder, 'risk.json'), JSON.stringify({ rules }));
  await rig.restart();
  const order = restOrder(rig);
  const { json } = await order.done('PAY', '1', cardPayment({ action: { bypassMerchantRiskRules: 'ALL' } }));
  expect(json.response).toMatchObject({
    gatewayCode: 'BLOCKED',
    risk: { rule: [{ id: 'of-all', type: 'MSO_RULE', data: 'card 512345xxxxxx0008' }] },
  });
});
