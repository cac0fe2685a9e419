/** Rules evaluated on past payments before they take effect, and the hash by which a rule lists a card. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount, cardPayment, type RestOrder, restOrder } from '../api/rest/operations/order.ts';
import { type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { turnpike } from './turnpike.ts';

const OTHER_CARD = '5111111111111118';
let rig: Rig;
const orders: RestOrder[] = [];
beforeAll(async () => {
  rig = await startRig();
  const pay = async (more: object) => {
    const order = restOrder(rig);
    await order.put('PAY', '1', cardPayment(more));
    orders.push(order);
  };
  await pay({ order: { amount: '700.00', currency: 'EUR' } });
  await pay({ billing: { address: { street: 'Echo St' } } });
  await pay(withCard({ number: OTHER_CARD }));
  await pay(withCard({ expiry: { month: '5', year: '39' } }));
  await pay({ action: { bypassMerchantRiskRules: 'ALL' } });
  await orders[0]!.done('REFUND', '2', amount('5.00'));
});
afterAll(() => rig.close());

const review = (...args: readonly string[]) =>
  turnpike(rig.folder, ['review', ...args], { DATABASE_URL: rig.databaseUrl });
const trying = (rules: object, ...args: string[]) => {
  const file = join(rig.folder, 'rules.json');
  writeFileSync(file, JSON.stringify(rules));
  return review('try', file, 'TESTSHOP', ...args);
};
const rule = (id: string, when: object, recommendation = 'REVIEW', more: object = {}) => ({
  ...{ id, when, recommendation },
  ...more,
});
const LARGE = rule('large', { amount: { currency: 'EUR', above: '500' } });
const UNKNOWN_STREET = rule('street', { avs: ['NO_MATCH'] }, 'REJECT');
const AGAIN = rule('again', { velocity: { per: 'CARD', withinMinutes: 60, moreThan: 2 } }, 'NO_ACTION', { score: 9 });

it('review try shows the effect of each rule, with orders, and the total', async () => {
  const stored = () => rig.rows('select count(*) as n from payment_transaction');
  const before = await stored();
  const ran = await trying({ rules: [LARGE, UNKNOWN_STREET, AGAIN], reviewFrom: 9 });
  const [large, street, , declined] = orders.map(({ id }) => id);
  expect(ran).toEqual({
    code: 0,
    err: '',
    out: [
      `large\tREVIEW\t1 payments\t${large}`,
      `street\tREJECT\t1 payments\t${street}`,
      `again\tNO_ACTION +9\t1 payments\t${declined}`,
      '4 payments: 1 accepted, 2 reviewed, 1 rejected. Nothing was stored.',
      '',
    ].join('\n'),
  });
  expect(await stored()).toEqual(before);
});

it('review try evaluates the given period', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await trying({ rules: [LARGE] }, '--from', tomorrow)).out).toContain('0 payments: 0 accepted');
  expect((await trying({ rules: [LARGE] }, '--until', tomorrow)).out).toContain('4 payments: 3 accepted');
});

it('a card is listed by a hash that reveals nothing of it, and matches it in other orders', async () => {
  const { id } = orders[2]!;
  const ran = await review('card', 'TESTSHOP', id);
  expect(ran.out).toMatch(/^[0-9a-f]{64}\n$/);
  const { out } = await trying({ rules: [rule('stolen', { cards: [ran.out.trim()] }, 'REJECT')] });
  expect(out).toContain(`stolen\tREJECT\t1 payments\t${id}\n`);
  await rig.merchant({
    id: 'LISTS',
    name: 'Lists',
    risk: { rules: [rule('stolen', { cards: [ran.out.trim()] }, 'REJECT')] },
  });
  const order = restOrder(rig, { merchant: 'LISTS' });
  const { json } = await order.done('PAY', '1', cardPayment(withCard({ number: OTHER_CARD })));
  expect(json.response).toMatchObject({
    gatewayCode: 'BLOCKED',
    risk: { gatewayCode: 'REJECTED', rule: [{ id: 'stolen', data: 'card 511111xxxxxx1118' }] },
  });
});

describe('a wrong call', () => {
  it.each<[string, readonly string[], string]>([
    ['no rules', ['try'], 'turnpike review try RULES.json MERCHANT [--from TIME] [--until TIME]\n'],
    ['no file', ['try', '/nowhere.json', 'TESTSHOP'], '/nowhere.json cannot be read.\n'],
    ['no order', ['card', 'TESTSHOP', 'nobody'], 'There is no such payment by card.\n'],
  ])('%s', async (_what, args, err) => {
    expect(await review(...args)).toEqual({ code: 2, out: '', err });
  });

  it('invalid rules', async () => {
    const ran = await trying({ rules: [{ id: 'x', when: { avs: ['NOMATCH'] } }] });
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toMatch(/^rules\.0\.when\.avs\.0: one of/);
  });
});
