/**
 * A customer's data is erased by an operator's command beside the gateway; the money of every order stays unchanged.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amount, cardPayment, type RestOrder, restOrder, totalsIn } from '../../api/rest/operations/order.ts';
import { newOrderId, type Rig, startRig, withCard } from '../../api/rest/rig.ts';
import { bytesBelow, turnpike } from '../../cli/turnpike.ts';
import { startReceiver } from '../../support/receiver.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const EMAIL = 'ann.payer@post.example';
/** Each of these words identifies Ann alone. */
const TELLTALES = ['ann.payer', 'Winterbourne', 'Gooseberry', 'Quincelane', '+491719', '198.51.100.77', 'Birthday'];

const ofAnn = (more: object = {}, at = EMAIL) =>
  cardPayment({
    order: {
      amount: '12.00',
      currency: 'EUR',
      reference: 'R-1',
      description: 'Gooseberry tea',
      customerNote: 'Birthday present',
      item: [{ name: 'Gooseberry tea', quantity: '1', unitPrice: '12.00' }],
    },
    customer: { email: at, ipAddress: '198.51.100.77' },
    billing: { address: { street: '7 Quincelane', city: 'Winterbourne' }, phone: '+491719' },
    shipping: { contact: { firstName: 'Ann', lastName: 'Winterbourne', email: at } },
    ...withCard({ nameOnCard: 'ANN WINTERBOURNE' }),
    ...more,
  });

const run = (...args: readonly string[]) => turnpike(rig.folder, ['erase', ...args], { DATABASE_URL: rig.databaseUrl });

async function orderByAnn(more: object = {}, at = EMAIL): Promise<RestOrder> {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', ofAnn(more, at));
  await order.done('CAPTURE', '2', amount('12.00'));
  return order;
}

/** Every word about her in the store, without free pages. */
async function notifications(): Promise<string[]> {
  const texts = await Promise.all(
    [
      'select request as text from payment_transaction',
      'select outcome as text from transaction_outcome',
      'select fields as text from session',
      'select purpose as text from payer_authentication',
      'select body as text from notification',
      'select answer as text from notification_try',
      'select decision_reason as text from risk_review',
      'select note as text from risk_review',
    ].map((query) => rig.rows(query)),
  );
  const all = texts
    .flat()
    .map(({ text }) => String(text))
    .join('\n')
    .toLowerCase();
  return TELLTALES.filter((word) => all.includes(word.toLowerCase()));
}

/** Searches the store's files on the disk: the database, its log, and the archive. */
async function inFiles(): Promise<string[]> {
  const bytes = (await bytesBelow(rig.folder)).toString('latin1').toLowerCase();
  return TELLTALES.filter((word) => bytes.includes(word.toLowerCase()));
}

const isEmbedded = () => rig.databaseUrl.startsWith('sqlite:');

describe('beside a running gateway, no file of the embedded store has a word of the erased data', () => {
  it('after the erasure of an order', async ({ skip }) => {
    const order = await orderByAnn();
    skip(!isEmbedded(), 'the files are the server’s');
    expect(await inFiles()).toEqual(TELLTALES);
    const erased = await run('TESTSHOP', order.id);
    expect([erased.code, erased.err]).toEqual([0, '']);
    expect(await inFiles()).toEqual([]);
    expect((await order.get()).json.status).toBe('CAPTURED');
  });

  it('after the erasure of a customer, while payments go on', async ({ skip }) => {
    await orderByAnn();
    await orderByAnn();
    skip(!isEmbedded(), 'the files are the server’s');
    const others = Array.from({ length: 20 }, () => restOrder(rig));
    const [erased] = await Promise.all([
      run('TESTSHOP', EMAIL),
      ...others.map((order) => order.done('PAY', '1', cardPayment({ order: { amount: '1.00', currency: 'EUR' } }))),
    ]);
    expect([erased.code, erased.err]).toEqual([0, '']);
    expect(await inFiles()).toEqual([]);
  });

  it('after the erasure of a merchant', async ({ skip }) => {
    skip(!isEmbedded(), 'the files are the server’s');
    await rig.merchant({ id: 'LEAVING', name: 'Quincelane Teas' });
    expect(await inFiles()).toEqual(['Quincelane']);
    await turnpike(rig.folder, ['merchant', 'remove', 'LEAVING'], { DATABASE_URL: rig.databaseUrl });
    expect(await inFiles()).toEqual([]);
  });
});

describe('an order', () => {
  it('loses only its customer: totals, results and references are answered as before', async () => {
    const order = await orderByAnn();
    const before = (await order.get()).json;
    expect(await notifications()).toEqual(TELLTALES);
    const erased = await run('TESTSHOP', order.id);
    expect([erased.code, erased.err]).toEqual([0, '']);
    expect(erased.out).toContain(`${order.id}\t2 transactions\t0 authentications\t0 notifications\t0 sessions\terased`);
    expect(erased.out).toContain('Not reached: backups, logs');
    expect(await notifications()).toEqual([]);
    const { json: after, text } = await order.get();
    for (const name of ['amount', 'currency', 'reference', 'result', 'status', 'creationTime', 'lastUpdatedTime']) {
      expect([name, after[name]]).toEqual([name, before[name]]);
    }
    expect(totalsIn({ json: after, text } as never)).toMatchObject({ status: 'CAPTURED', captured: '12.00' });
    const facts = ({ transaction, response, result }: never) => ({ transaction, response, result });
    expect(after.transaction.map(facts)).toEqual(before.transaction.map(facts));
    expect(after.sourceOfFunds.provided.card).toEqual({ ...before.sourceOfFunds.provided.card, nameOnCard: undefined });
    expect([after.customer, after.billing, after.shipping, after.description]).toEqual(Array(4).fill(undefined));
  });

  it('answers the repeated request with the stored result, refuses another, and charges nothing', async () => {
    const order = await orderByAnn();
    const ledger = order.ledger();
    await run('TESTSHOP', order.id);
    const again = await order.done('AUTHORIZE', '1', ofAnn());
    expect(again.json).toMatchObject({ result: 'SUCCESS', order: { amount: 12, status: 'AUTHORIZED' } });
    expect(again.json.customer).toBeUndefined();
    expect(again.json.response).toEqual((await order.transaction('1')).json.response);
    const other = await order.refused('AUTHORIZE', '1', ofAnn({ customer: { email: 'bob@post.example' } }));
    expect(other.json.error.explanation).toContain('is not a repeat');
    expect(order.ledger()).toEqual(ledger);
  });

  it('is captured, refunded, charged back and settled afterwards as any other', async () => {
    const order = restOrder(rig);
    await order.done('AUTHORIZE', '1', ofAnn());
    await run('TESTSHOP', order.id);
    await order.done('CAPTURE', '2', amount('12.00'));
    await order.done('REFUND', '3', amount('2.00'));
    expect(order.ledger()).toContain('REFUND 2.00 EUR APPROVED');
    const file = join(rig.folder, 'paid-out.csv');
    writeFileSync(
      file,
      [
        'id,kind,merchant,order,transaction,reference,gross,fee,net,currency,date,payout',
        `E-1,CHARGEBACK,TESTSHOP,${order.id},2,R-1,-3.00,0.02,-3.02,EUR,2026-11-20,PO-1`,
        '',
      ].join('\n'),
    );
    const imported = await turnpike(rig.folder, ['settlement', 'import', file], { DATABASE_URL: rig.databaseUrl });
    expect(imported.err).toBe('');
    const { json, text } = await order.get();
    expect(json.chargeback).toEqual({ amount: 3, currency: 'EUR' });
    expect(totalsIn({ json, text } as never)).toMatchObject({
      authorized: '12.00',
      captured: '12.00',
      refunded: '2.00',
    });
    expect(await notifications()).toEqual([]);
  });

  it('is skipped while it is not over, with a reason from the command', async () => {
    await rig.merchant({ id: 'CAREFUL', name: 'Careful', permissions: { refundApproval: true } });
    const order = restOrder(rig, { merchant: 'CAREFUL' });
    await order.done('PAY', '1', ofAnn());
    await order.done('REFUND', '2', amount('2.00'));
    const left = await run('CAREFUL', order.id);
    expect(left.code).toBe(1);
    expect(left.out).toContain('left: the result of transaction 2 is not known yet');
    expect(await notifications()).toEqual(TELLTALES);
  });

  it('loses the texts beside the decision on its risk; the decision stays', async () => {
    const rule = { id: 'all', name: 'Everything', when: { emails: [EMAIL] }, recommendation: 'REVIEW' };
    await rig.merchant({ id: 'HOLDS', name: 'Holds', risk: { rules: [rule] } });
    const order = restOrder(rig, { merchant: 'HOLDS' });
    await order.done('AUTHORIZE', '1', ofAnn());
    const args = ['review', 'accept', 'HOLDS', order.id, '--reason', 'WINTERBOURNE', '--note', 'Birthday of Ann'];
    expect((await turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl })).err).toBe('');
    const risk = async () => (await order.transaction('1')).json.response.risk;
    await expect.poll(async () => (await risk()).gatewayCode, { timeout: 30_000 }).toBe('ACCEPTED');
    const before = await risk();
    expect(before.review.note).toBe('Birthday of Ann');
    expect((await run('HOLDS', order.id)).code).toBe(0);
    const { note: _note, decisionReason: _reason, ...decided } = before.review;
    expect(await risk()).toEqual({ ...before, review: decided });
    expect(await notifications()).toEqual([]);
  });

  it('is left unchanged by a dry run', async () => {
    const order = await orderByAnn();
    const dry = await run('TESTSHOP', order.id, '--dry-run');
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('2 transactions')]);
    expect(dry.out).toContain('would be erased');
    expect(await notifications()).toEqual(TELLTALES);
  });

  it('loses the bodies of its notifications, once they are delivered', async () => {
    const receiver = await startReceiver();
    const order = restOrder(rig);
    const states = async () => (await rig.rows('select state from notification')).map(({ state }) => state);
    receiver.answer = (_, response) => {
      response.statusCode = 500;
      response.end('Winterbourne is not known here');
    };
    const notificationUrl = `${receiver.origin}/hook`;
    await order.done('PAY', '1', ofAnn({ order: { amount: '12.00', currency: 'EUR', notificationUrl } }));
    await expect.poll(() => rig.rows('select key from notification_try')).toHaveLength(1);
    expect((await run('TESTSHOP', order.id)).out).toContain('left: a notification of it is not delivered yet');
    receiver.answer = (_, response) => void response.end();
    rig.later(3_600_000);
    await expect.poll(states).toEqual(['DELIVERED']);
    expect((await run('TESTSHOP', order.id)).out).toContain('\t1 notifications\t');
    expect(await notifications()).toEqual([]);
    const [{ id }] = (await rig.api('GET', `/order/${order.id}/notification`)).json.notification;
    const replay = await turnpike(rig.folder, ['notifications', 'replay', id], { DATABASE_URL: rig.databaseUrl });
    expect([replay.code, replay.err]).toEqual([1, expect.stringContaining('has no body any more')]);
    await receiver.close();
  });
});

describe('an e-mail address', () => {
  it('finds every order and session of one merchant alone, in any letter case', async () => {
    await rig.merchant({ id: 'OTHER', name: 'Other' });
    const elsewhere = restOrder(rig, { merchant: 'OTHER' });
    await elsewhere.done('PAY', '1', ofAnn());
    const bobs = await orderByAnn({ customer: { email: 'bob@post.example' }, shipping: undefined });
    await orderByAnn();
    await orderByAnn({}, EMAIL.toUpperCase());
    const { json } = await rig.api('POST', '/session');
    const body = { customer: { email: EMAIL }, order: { id: newOrderId() } };
    await rig.api('PUT', `/session/${json.session.id}`, body);
    const erased = await run('TESTSHOP', EMAIL);
    expect(erased.code, erased.err).toBe(0);
    expect(erased.out).toContain('2 orders and 1 sessions beside them erased, 0 orders left.');
    expect((await rig.api('GET', `/session/${json.session.id}`)).status).toBe(400);
    expect((await elsewhere.get()).json.customer.email).toBe(EMAIL);
    expect((await bobs.get()).json.customer.email).toBe('bob@post.example');
  });

  it('that is unknown finds none, and an argument that is neither order nor address is refused', async () => {
    expect(await run('TESTSHOP', 'nobody@post.example')).toMatchObject({ code: 0 });
    expect(await run('TESTSHOP', 'NO-SUCH-ORDER')).toMatchObject({ code: 2, out: '' });
    expect(await run('NOBODY', EMAIL)).toMatchObject({ code: 2, out: '' });
    expect(await run('TESTSHOP')).toMatchObject({ code: 2, out: '' });
  });

  it('that is also an order’s id needs confirmation', async () => {
    await rig.api('PUT', `/order/${encodeURIComponent(EMAIL)}/transaction/1`, { apiOperation: 'PAY', ...ofAnn() });
    const asked = await run('TESTSHOP', EMAIL);
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('Say which is meant')]);
    expect((await run('TESTSHOP', EMAIL, '--as', 'order')).out).toContain('1 transactions');
    expect(await notifications()).toEqual([]);
  });
});
