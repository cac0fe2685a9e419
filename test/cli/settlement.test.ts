/** Settlements on the command line, beside a running gateway and the acquirer that paid out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bankStatement } from '../../src/sandbox/acquirer/bank-statement.ts';
import type { SettlingHost } from '../../src/sandbox/acquirer/host.ts';
import { settlementFile } from '../../src/sandbox/acquirer/settlement-file.ts';
import { amount, cardPayment, restOrder, startOrder, target, totalsIn } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { startReceiver } from '../support/receiver.ts';
import { turnpike } from './turnpike.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** The acquirer's movements that are not paid out yet, as its file. */
function paidOut(): string {
  const { settlement } = rig.host as SettlingHost;
  return settlementFile(settlement.batch(settlement.close(undefined, Date.now())));
}

let files = 0;
function fileOf(text: string): string {
  files += 1;
  const file = join(rig.folder, `settlement-${files}.csv`);
  writeFileSync(file, text);
  return file;
}

async function run(...args: readonly string[]) {
  const { code, out, err } = await turnpike(rig.folder, ['settlement', ...args], { DATABASE_URL: rig.databaseUrl });
  const lines = out.trimEnd().split('\n');
  const cells = lines.map((line) => line.split('\t'));
  const [counts = ''] = lines.filter((line) => line.includes('entries are new'));
  return { code, err, counts, cells: cells.filter(([kind]) => /^[A-Z_]+$/.test(kind ?? '') && kind !== 'SUM'), out };
}

describe('a settlement file', () => {
  it('of payments, captures, refunds and voids matches the orders, and its fees are transactions of the orders', async () => {
    const paid = await startOrder(rig, 'PAY');
    const captured = await startOrder(rig, 'AUTHORIZE');
    await captured.done('CAPTURE', '2', amount('5.00'));
    await captured.done('REFUND', '3', amount('2.00'));
    const voided = await startOrder(rig, 'PAY');
    await voided.done('VOID', '2', target('1'));
    const file = fileOf(paidOut());
    const dry = await run('import', file, '--dry-run');
    expect([dry.code, dry.counts]).toEqual([
      0,
      'Nothing is stored: 4 entries are new, 0 were known; 2 transactions are recorded.',
    ]);
    expect((await paid.get()).json.transaction).toHaveLength(1);
    const first = await run('import', file);
    expect(first).toMatchObject({ code: 0, cells: [] });
    expect(first.counts).toBe('4 entries are new, 0 were known; 2 transactions are recorded.');
    expect(first.out).toContain(
      'payments 17.00 EUR\trefunds -2.00 EUR\tchargebacks 0.00 EUR\tother 0.00 EUR\tfees 0.73 EUR\tnet 14.27 EUR\t' +
        'paidOut 14.27 EUR\tunpaid 0.00 EUR',
    );
    const { json } = await paid.get();
    expect(json).toMatchObject({ status: 'CAPTURED', result: 'SUCCESS', totalCapturedAmount: 12 });
    expect(json.chargeback).toBeUndefined();
    const [, fee] = json.transaction;
    expect(fee).toMatchObject({
      result: 'SUCCESS',
      gatewayEntryPoint: 'BATCH',
      transaction: { type: 'FUNDING', amount: 0.41, currency: 'EUR' },
    });
    expect((await paid.transaction(fee.transaction.id)).json.transaction).toEqual(fee.transaction);

    const again = await run('import', file);
    expect(again.counts).toBe('0 entries are new, 4 were known; 0 transactions are recorded.');
    expect((await paid.get()).json.transaction).toHaveLength(2);
    expect((await run('report', '--until', tomorrow())).code).toBe(0);
  });

  it('with a chargeback subtracts it from the refundable amount, until it is reversed', async () => {
    const order = await startOrder(rig, 'PAY');
    const { settlement } = rig.host as SettlingHost;
    const dispute = { merchant: 'TESTSHOP', order: order.id, amount: '5.00' } as const;
    expect(settlement.dispute({ ...dispute, kind: 'CHARGEBACK' }, Date.now())).toBeUndefined();
    expect((await run('import', fileOf(paidOut()))).code).toBe(0);
    const { json } = await order.get();
    expect(json.chargeback).toEqual({ amount: 5, currency: 'EUR' });
    expect(json.transaction.map((one: { transaction: { type: string } }) => one.transaction.type).sort()).toEqual([
      'CHARGEBACK',
      'FUNDING',
      'FUNDING',
      'PAYMENT',
    ]);
    await order.refused('REFUND', '2', amount('7.01'));
    await order.refused('VOID', '3', target('1'));
    settlement.dispute({ ...dispute, kind: 'CHARGEBACK_REVERSED' }, Date.now());
    expect((await run('import', fileOf(paidOut()))).code).toBe(0);
    const refunded = await order.done('REFUND', '4', amount('12.00'));
    expect(totalsIn(refunded)).toMatchObject({ status: 'REFUNDED', refunded: '12.00' });
    expect((await order.get()).json.chargeback).toBeUndefined();
    expect((await run('import', fileOf(paidOut()))).code).toBe(0);
  });

  it('has its chargebacks and fees notified like other transactions, one after the other', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const order = restOrder(rig);
    const notificationUrl = `${receiver.origin}/hook`;
    await order.done('PAY', '1', cardPayment({ order: { amount: '12.00', currency: 'EUR', notificationUrl } }));
    const { settlement } = rig.host as SettlingHost;
    settlement.dispute({ merchant: 'TESTSHOP', order: order.id, kind: 'CHARGEBACK' }, Date.now());
    expect((await run('import', fileOf(paidOut()))).code).toBe(0);
    await expect.poll(() => receiver.notified.length, { timeout: 30_000 }).toBe(4);
    const bodies = receiver.notified.map(({ rawBody }) => JSON.parse(rawBody));
    expect(bodies.map(({ sequence, transaction }) => [sequence, transaction.type, transaction.amount])).toEqual([
      [1, 'PAYMENT', 12],
      [2, 'FUNDING', 0.41],
      [3, 'CHARGEBACK', 12],
      [4, 'FUNDING', 15],
    ]);
    expect(bodies[1].order.chargeback).toBeUndefined();
    expect(bodies[3].order).toMatchObject({ chargeback: { amount: 12, currency: 'EUR' }, status: 'CAPTURED' });
  });

  it('names each of its differences from the orders', async () => {
    const order = await startOrder(rig, 'PAY');
    const other = restOrder(rig);
    await other.done('PAY', '1', cardPayment());
    const [header, ...lines] = paidOut().trimEnd().split('\r\n');
    const ofOrder = lines.find((line) => line.includes(`,${order.id},`))!;
    const wrong = [
      header,
      // Another amount, a duplicate, an unknown order, an unknown transaction, and a missing payout end.
      ofOrder.replace(',12.00,', ',13.00,').replace(',11.59,', ',12.59,'),
      ofOrder.replace(/^[^,]+/, 'X1').replace(`,${order.id},1,`, `,elsewhere,1,`),
      ofOrder.replace(/^[^,]+/, 'X2').replace(`,${order.id},1,`, `,${order.id},9,`),
      lines.find((line) => line.includes(',PAYOUT,')),
    ];
    const { code, cells } = await run('import', fileOf(`${wrong.join('\r\n')}\r\n`));
    expect(code).toBe(1);
    expect(cells.map(([kind, , , orderId, transactionId]) => [kind, orderId, transactionId])).toEqual([
      ['AMOUNT_DIFFERS', order.id, '1'],
      ['MISSING_HERE', order.id, '9'],
      ['ORDER_UNKNOWN', 'elsewhere', '1'],
      ['PAYOUT_OPEN', '-', '-'],
    ]);
    const later = await run('report', '--until', tomorrow());
    expect(later.cells.map(([kind, , , orderId]) => [kind, orderId])).toContainEqual(['MISSING_THERE', other.id]);
  });

  it('is matched with the bank statement that has its payout, or reported without one', async () => {
    await startOrder(rig, 'PAY');
    const { settlement } = rig.host as SettlingHost;
    const lines = settlement.batch(settlement.close(undefined, Date.now()));
    const payout = lines.at(-1)!.payout;
    const statement = bankStatement(lines);
    const paid = lines.at(-1)!.gross;
    // Moves everything before this test to a day outside every statement.
    const apart = (text: string) => text.replaceAll(lines[0]!.date, '2020-01-31');
    expect((await run('import', fileOf(apart(settlementFile(lines))))).cells.flat()).not.toContain(payout);
    const other = apart(statement).replaceAll(payout, 'PO-ANOTHER');
    const without = await run('import', fileOf(other));
    expect(without.cells.map(([kind, , , , , reference]) => [kind, reference])).toContainEqual([
      'PAYOUT_NOT_ON_STATEMENT',
      payout,
    ]);
    const less = apart(statement).replaceAll('11.59', '11.00').replace('<Stmt><Id>S-', '<Stmt><Id>L-');
    expect(paid).toBe(1_159n);
    const differs = await run('import', fileOf(less.replace(`B${payout}`, 'LESS')));
    expect(differs.cells.filter(([, , , , , reference]) => reference === payout)).toEqual([
      [
        'PAYOUT_AMOUNT_DIFFERS',
        'default',
        '-',
        '-',
        '-',
        payout,
        '11.00 EUR there, 11.59 EUR here',
        '2020-01-31',
        expect.any(String),
      ],
    ]);
    const twice = await run('import', fileOf(apart(statement)));
    expect(twice.cells.filter(([, , , , , reference]) => reference === payout).map(([kind]) => kind)).toEqual([
      'PAYOUT_TWICE',
    ]);
  });

  it('that is malformed is refused by its line, without its contents', async () => {
    const [header] = paidOut().split('\r\n');
    const refused = await run('import', fileOf(`${header}\r\nsecret,PAYMENT\r\n`));
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/line 2: 2 cells in place of 14\.\n$/);
    expect((await run('import', fileOf('hello'))).err).toContain('--format names one of sandbox');
    expect((await run('import', join(rig.folder, 'none.csv'))).err).toContain('cannot be read');
  });
});
