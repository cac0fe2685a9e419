/** Refunds that wait for approval: requested over the API, decided on the command line, made by the running gateway. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount, cardPayment, type RestOrder, restOrder, totalsIn } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { turnpike, turnpikeProcess } from './turnpike.ts';

const MERCHANT = 'ASKS';
const ASKING = { id: MERCHANT, name: 'Asks first', permissions: { refundApproval: true, standaloneRefund: true } };
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant(ASKING);
});
afterAll(() => rig.close());

/** EUR 12.00 paid, EUR 5.00 requested back as transaction `2`. */
async function asked(more: object = {}): Promise<RestOrder> {
  const order = restOrder(rig, { merchant: MERCHANT });
  await order.done('PAY', '1', cardPayment());
  const reply = await order.done('REFUND', '2', amount('5.00', more));
  expect(reply.json).toMatchObject({ result: 'PENDING', transaction: { type: 'REFUND_REQUEST', amount: 5 } });
  expect(totalsIn(reply)).toMatchObject({ status: 'REFUND_REQUESTED', refunded: '0.00' });
  return order;
}

const refund = (verb: string, ...args: string[]) => turnpike(rig.folder, ['refund', verb, ...args]);
const listed = async (order: RestOrder) =>
  (await refund('list')).out.split('\n').filter((line) => line.includes(`\t${order.id}\t`));
const resultOf = async (order: RestOrder, id = '2') => (await order.transaction(id)).json.result;

it('a refund is listed with its merchant, purpose and amount, and is not sent meanwhile', async () => {
  const order = await asked();
  expect(await listed(order)).toEqual([
    expect.stringMatching(new RegExp(`^${MERCHANT}\t${order.id}\t2\t5\\.00 EUR\t\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$`)),
  ]);
  expect(order.ledger()).toEqual(['PAYMENT 12.00 EUR APPROVED']);
});

it('a refund is listed on one line, for any ids, with control characters escaped', async () => {
  const [order, transaction] = ['o\n\u001b[2Jx', 'r\n\u001b[1A'];
  const put = async (id: string, apiOperation: string, body: object) => {
    const path = `/order/${encodeURIComponent(order)}/transaction/${encodeURIComponent(id)}`;
    const { status, text } = await rig.api('PUT', path, { apiOperation, ...body }, { merchant: MERCHANT });
    expect(status, text).toBe(201);
  };
  await put('1', 'PAY', cardPayment());
  await put(transaction, 'REFUND', amount('5.00'));
  const { out } = await refund('list');
  expect(out).toContain(`\n${MERCHANT}\to\\u{a}\\u{1b}[2Jx\tr\\u{a}\\u{1b}[1A\t5.00 EUR\t`);
  expect(out).not.toContain('\u001b');
});

it('an approved refund is made once, within moments, and shown in the order', async () => {
  const order = await asked({ reference: 'T-2' });
  expect(await refund('approve', MERCHANT, order.id, '2')).toEqual({
    code: 0,
    out: 'The refund is approved.\n',
    err: '',
  });
  expect(await listed(order)).toEqual([]);
  await expect.poll(() => resultOf(order), { timeout: 30_000 }).toBe('SUCCESS');
  expect(order.ledger()).toEqual(['PAYMENT 12.00 EUR APPROVED', 'REFUND 5.00 EUR APPROVED']);
  const { json } = await order.get();
  expect(json).toMatchObject({ status: 'PARTIALLY_REFUNDED', totalRefundedAmount: 5 });
  expect(json.transaction.map(({ transaction }: { transaction: { type: string } }) => transaction.type)).toEqual([
    'PAYMENT',
    'REFUND_REQUEST',
    'REFUND',
  ]);
  expect(json.transaction[2]).toMatchObject({
    gatewayEntryPoint: 'MERCHANT_ADMINISTRATION',
    transaction: { amount: 5, reference: 'T-2' },
  });
  const late = await refund('approve', MERCHANT, order.id, '2');
  expect([late.code, late.out]).toEqual([2, '']);
  expect(late.err).toContain('No such refund waits for approval.');
});

it('a rejected refund is cancelled, moves no money, and leaves the order unchanged', async () => {
  const order = await asked();
  expect((await refund('reject', MERCHANT, order.id, '2')).out).toBe('The refund is rejected.\n');
  await expect.poll(() => resultOf(order), { timeout: 30_000 }).toBe('FAILURE');
  expect((await order.transaction('2')).json.response.gatewayCode).toBe('CANCELLED');
  expect(totalsIn(await order.get())).toEqual({
    status: 'CAPTURED',
    authorized: '12.00',
    captured: '12.00',
    refunded: '0.00',
  });
  expect(order.ledger()).toEqual(['PAYMENT 12.00 EUR APPROVED']);
});

it('of two concurrent decisions on a refund only one counts', async () => {
  const order = await asked();
  const ran = await Promise.all([
    turnpikeProcess(rig.folder, ['refund', 'approve', MERCHANT, order.id, '2']),
    turnpikeProcess(rig.folder, ['refund', 'reject', MERCHANT, order.id, '2']),
  ]);
  expect(ran.map(({ code }) => code).sort()).toEqual([0, 2]);
  await expect.poll(() => resultOf(order), { timeout: 30_000 }).not.toBe('PENDING');
  expect(await resultOf(order)).toBe(ran[0]?.code === 0 ? 'SUCCESS' : 'FAILURE');
  expect(order.ledger()).toHaveLength(ran[0]?.code === 0 ? 2 : 1);
});

it('a refund approved during another operation on the order waits for it, and the gateway keeps answering', async () => {
  const order = restOrder(rig, { merchant: MERCHANT });
  await order.done('AUTHORIZE', '1', cardPayment());
  await order.done('CAPTURE', '2', amount('6.00'));
  await order.done('REFUND', '3', amount('5.00'));
  rig.host.setFaults({ mode: 'DELAY', delayMs: 3_000, count: 1 });
  const busy = order.put('CAPTURE', '4', amount('6.00'));
  await expect.poll(() => order.ledger().length).toBe(3);
  expect((await refund('approve', MERCHANT, order.id, '3')).code).toBe(0);
  expect(await resultOf(order, '3')).toBe('PENDING');
  expect((await busy).json.result).toBe('SUCCESS');
  await expect.poll(() => resultOf(order, '3'), { timeout: 30_000 }).toBe('SUCCESS');
  expect(order.ledger().filter((line) => line.startsWith('REFUND'))).toEqual(['REFUND 5.00 EUR APPROVED']);
});

it('a standalone refund needs approval too, and is made to its card', AT_LENGTH, async () => {
  const order = restOrder(rig, { merchant: MERCHANT });
  const { sourceOfFunds } = cardPayment() as { sourceOfFunds: object };
  await order.done('REFUND', '1', { ...amount('5.00'), sourceOfFunds });
  expect(order.ledger()).toEqual([]);
  await refund('approve', MERCHANT, order.id, '1');
  await expect.poll(() => resultOf(order, '1'), { timeout: 30_000 }).toBe('SUCCESS');
  expect(order.ledger()).toEqual(['REFUND 5.00 EUR APPROVED']);
  expect((await order.get()).json).toMatchObject({ status: 'REFUNDED', totalRefundedAmount: 5 });
});

it('a refund approved while no gateway runs is made when one starts', AT_LENGTH, async () => {
  const order = await asked();
  await rig.app.close();
  expect((await refund('approve', MERCHANT, order.id, '2')).code).toBe(0);
  await rig.restart();
  await expect.poll(() => resultOf(order), { timeout: 30_000 }).toBe('SUCCESS');
  expect(order.ledger()).toEqual(['PAYMENT 12.00 EUR APPROVED', 'REFUND 5.00 EUR APPROVED']);
});

it('a refund whose intent alone was stored when the gateway died still waits for approval', AT_LENGTH, async () => {
  const order = restOrder(rig, { merchant: MERCHANT });
  const { sourceOfFunds } = cardPayment() as { sourceOfFunds: object };
  await order.done('REFUND', '1', { ...amount('5.00'), sourceOfFunds });
  await rig.app.close();
  await rig.forget(order.id);
  const db = new Database(join(rig.folder, 'turnpike.db'));
  db.exec('delete from refund_request');
  db.close();
  await rig.restart();
  expect(await resultOf(order, '1')).toBe('PENDING');
  expect(await listed(order)).toHaveLength(1);
  expect(order.ledger()).toEqual([]);
});

describe('a decision without a refund', () => {
  let order: RestOrder;
  beforeAll(async () => {
    order = await asked();
  });

  it.each<[string, string, () => readonly string[]]>([
    ['approve', 'an unknown merchant', () => ['NOBODY', order.id, '2']],
    ['reject', 'an unknown order', () => [MERCHANT, 'nobody', '2']],
    ['approve', 'an unknown transaction', () => [MERCHANT, order.id, '9']],
    ['approve', 'the payment', () => [MERCHANT, order.id, '1']],
    ['reject', 'another merchant’s order', () => ['TESTSHOP', order.id, '2']],
  ])('is refused: %s of %s', async (verb, _what, args) => {
    const ran = await refund(verb, ...args());
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('turnpike refund list');
    expect(await resultOf(order)).toBe('PENDING');
  });

  it.each([[[]], [['A', 'B']], [['A', 'B', 'C', 'D']]])('prints its usage: %j', async (args) => {
    expect(await refund('approve', ...args)).toEqual({
      code: 2,
      out: '',
      err: 'turnpike refund approve MERCHANT ORDER TRANSACTION\n',
    });
  });
});
