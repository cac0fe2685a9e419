/** Refunds and payments that wait for a decision: decided once, by another person than the one who asked. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { wordsOf } from '../checkout/hands.ts';
import { type Enrolled, enrolled } from './person.ts';

const RULE = { id: 'new-shop', name: 'New shop', when: { currencies: ['EUR'] }, recommendation: 'REVIEW', score: 7 };
const PATIENCE = { timeout: 30_000, interval: 20 };

let rig: Rig;
const people = new Map<string, readonly [Enrolled, Enrolled]>();
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'APPROVES', name: 'Approves', permissions: { refundApproval: true } });
  await rig.merchant({ id: 'HOLDS', name: 'Holds', risk: { rules: [RULE] } });
  for (const merchant of ['APPROVES', 'HOLDS']) {
    const administrator = () => enrolled(rig, ['--role', 'administrator', '--merchant', merchant]);
    people.set(merchant, [await administrator(), await administrator()]);
  }
});
afterAll(() => rig.close());

const peopleAt = (merchant: string) => people.get(merchant) as readonly [Enrolled, Enrolled];
const listOf = (merchant: string) => `/console/merchants/${merchant}/waiting`;
const stored = async (merchant: string, order: string) =>
  (await rig.api('GET', `/order/${order}`, undefined, { merchant })).json;

/** A payment of EUR 12.00. @returns its order */
async function paid(merchant: string): Promise<string> {
  const order = newOrderId();
  await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { merchant });
  return order;
}

/** A refund of EUR 5.00 by this person. @returns the order, and the address of the form that decides */
async function asked({ client }: Enrolled) {
  const order = await paid('APPROVES');
  const address = `/console/merchants/APPROVES/orders/${order}`;
  await client.get(address);
  const { transaction = '' } = client.hidden();
  await client.submit({ amount: '5.00' }, `${address}/refund`);
  return { order, form: `${address}/transactions/${transaction}/decide` };
}

async function decide({ client }: Enrolled, merchant: string, form: string, decision: string) {
  await client.get(listOf(merchant));
  return client.submit({ decision }, form);
}

describe('a refund that waits', () => {
  it('is approved by another person than the one who asked, and then sent', async () => {
    const [asking, deciding] = peopleAt('APPROVES');
    const { order, form } = await asked(asking);
    const own = await asking.client.get(listOf('APPROVES'));
    expect([own.text.includes(order), own.text.includes(form)]).toEqual([true, false]);
    expect(wordsOf(await decide(asking, 'APPROVES', form, 'approve'))).toContain('another person must decide');
    expect((await stored('APPROVES', order)).totalRefundedAmount).toBe(0);
    const offered = await deciding.client.get(listOf('APPROVES'));
    expect(offered.text).toContain(form);
    expect(wordsOf(offered)).toContain(`asked for by ${asking.email}`);
    expect(wordsOf(await decide(deciding, 'APPROVES', form, 'approve'))).toContain('Approved.');
    await vi.waitUntil(async () => (await stored('APPROVES', order)).totalRefundedAmount === 5, PATIENCE);
    const rows = await rig.rows("select actor, details from audit_entry where action = 'console refund decided'");
    const entries = rows.map(({ actor, details }) => ({ actor, ...JSON.parse(String(details)) }));
    expect(entries.filter((one) => one.order === order)).toMatchObject([
      { actor: asking.email, state: 'REFUSED', decision: 'APPROVED' },
      { actor: deciding.email, state: 'BEGUN' },
      { actor: deciding.email, state: 'DONE' },
    ]);
  });

  it('is decided once, however often the forms of several people are sent', async () => {
    const [asking, deciding] = peopleAt('APPROVES');
    const { order, form } = await asked(asking);
    await deciding.client.get(listOf('APPROVES'));
    const body = new URLSearchParams({ ...deciding.client.hidden(), decision: 'reject' }).toString();
    const replies = await Promise.all([1, 2, 3].map(() => deciding.client.post(form, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect((await decide(deciding, 'APPROVES', form, 'approve')).status).toBe(409);
    expect((await decide(deciding, 'APPROVES', form, 'perhaps')).status).toBe(403);
    await vi.waitUntil(async () => (await stored('APPROVES', order)).transaction.length === 2, PATIENCE);
    expect((await stored('APPROVES', order)).totalRefundedAmount).toBe(0);
  });

  it('is decided on the page of its order, too, which offers nothing to the person who asked', async () => {
    const [asking, deciding] = peopleAt('APPROVES');
    const { order, form } = await asked(asking);
    const page = form.slice(0, form.indexOf('/transactions'));
    const own = await asking.client.get(page);
    expect([wordsOf(own).includes('another person must decide'), own.text.includes(form)]).toEqual([true, false]);
    const refused = await asking.client.submit({ page: 'order', decision: 'approve' }, form);
    expect([refused.status, wordsOf(refused).includes('you have asked for this refund')]).toEqual([403, true]);
    expect(wordsOf(await deciding.client.get(page))).toContain('Refund of €5.00 waits for a decision');
    const done = await deciding.client.submit({ page: 'order', decision: 'reject' }, form);
    expect(wordsOf(done)).toContain('Rejected. No refund is sent');
    const again = await deciding.client.submit({ page: 'order', decision: 'approve' }, form);
    expect([again.status, wordsOf(again).includes('it does not wait any more')]).toEqual([409, true]);
    expect((await stored('APPROVES', order)).totalRefundedAmount).toBe(0);
    expect(wordsOf(await deciding.client.get(`${page}?notice=DECISION_OWN`))).not.toContain('Nothing was done');
  });

  it('of another merchant is neither listed nor decided', async () => {
    const [asking] = peopleAt('APPROVES');
    const [other] = peopleAt('HOLDS');
    const { order, form } = await asked(asking);
    expect((await other.client.get(listOf('HOLDS'))).text).not.toContain(order);
    expect((await decide(other, 'HOLDS', form, 'approve')).status).toBe(404);
    const elsewhere = form.replace('APPROVES', 'HOLDS');
    expect((await decide(other, 'HOLDS', elsewhere, 'approve')).status).toBe(409);
  });
});

it.each([
  ['approve', 'ACCEPTED', 12],
  ['reject', 'REJECTED', 0],
])('a payment that a rule holds: %s', async (decision, code, captured) => {
  const [, deciding] = peopleAt('HOLDS');
  const order = await paid('HOLDS');
  const page = await deciding.client.get(listOf('HOLDS'));
  expect(wordsOf(page)).toContain('held by the rule new-shop');
  const form = `/console/merchants/HOLDS/orders/${order}/transactions/1/decide`;
  expect((await decide(deciding, 'HOLDS', form, decision)).status).toBe(200);
  const risk = async () => (await stored('HOLDS', order)).transaction[0].response.risk;
  await vi.waitUntil(async () => (await risk()).gatewayCode === code, PATIENCE);
  expect((await risk()).review).toMatchObject({ userId: deciding.email });
  await vi.waitUntil(async () => {
    const { totalCapturedAmount, totalRefundedAmount } = await stored('HOLDS', order);
    return totalCapturedAmount - totalRefundedAmount === captured;
  }, PATIENCE);
  expect((await deciding.client.get(listOf('HOLDS'))).text).not.toContain(order);
});
