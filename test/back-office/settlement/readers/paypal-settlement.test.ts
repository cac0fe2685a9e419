/** PayPal's settlement report: its rows as entries, and the refusals. */
import { describe, expect, it } from 'vitest';
import { readPaypalSettlement } from '../../../../src/back-office/settlement/readers/paypal-settlement.ts';
import { SettlementFileError } from '../../../../src/back-office/settlement/readers/read-error.ts';

const COLUMNS = [
  ...['CH', 'Transaction ID', 'Invoice ID', 'PayPal Reference ID', 'PayPal Reference ID Type'],
  ...['Transaction Event Code', 'Transaction Initiation Date', 'Transaction Completion Date'],
  // Some of PayPal's files have two blanks in this one.
  ...['Transaction  Debit or Credit', 'Gross Transaction Amount', 'Gross Transaction Currency'],
  ...['Fee Debit or Credit', 'Fee Amount', 'Fee Currency', 'Custom Field', 'Consumer ID', 'Payment Tracking ID'],
  ...['Store ID', 'Bank Reference ID', 'Credit Transactional Fee', 'Credit Promotional Fee', 'Credit Term'],
];

const DATE = '2026/11/20 00:01:17 -0800';

interface Row {
  readonly code: string;
  readonly amount: string;
  readonly direction?: string;
  readonly fee?: string;
  readonly custom?: string;
  readonly invoice?: string;
  readonly restsOn?: string;
  readonly bank?: string;
  readonly currency?: string;
}

function row(
  id: string,
  { code, amount, direction = 'CR', fee, custom, invoice, restsOn, bank, currency = 'USD' }: Row,
): string {
  const cells = {
    ...{ 'Transaction ID': id, 'Invoice ID': invoice, 'PayPal Reference ID': restsOn },
    ...{ 'Transaction Event Code': code, 'Transaction Initiation Date': DATE, 'Transaction Completion Date': DATE },
    ...{ 'Transaction  Debit or Credit': direction, 'Gross Transaction Amount': amount },
    ...{ 'Gross Transaction Currency': currency, 'Custom Field': custom, 'Bank Reference ID': bank },
    ...(fee !== undefined && { 'Fee Debit or Credit': 'DR', 'Fee Amount': fee, 'Fee Currency': currency }),
  } as Record<string, string | undefined>;
  return COLUMNS.map((name, index) => (index === 0 ? '"SB"' : `"${cells[name] ?? ''}"`)).join();
}

function report(rows: readonly string[], count = rows.length): string {
  return [
    '"RH",2026/11/21 02:44:19 -0800,"A","ACCOUNT1",009,',
    '"FH",01',
    '"SH",2026/11/20 00:00:00 -0800,2026/11/20 23:59:59 -0800,"ACCOUNT1",""',
    COLUMNS.map((name) => `"${name}"`).join(),
    ...rows,
    `"SC",${count}`,
    '"RF",1',
    '"FF",1',
  ].join('\r\n');
}

const summary = (...rows: readonly string[]) =>
  readPaypalSettlement(report(rows)).map(({ kind, gross, fee, net }) => [kind, gross, fee, net]);

describe('a settlement report of PayPal', () => {
  it('has payments by our reference and the order, less their fees', () => {
    const payment = row('9AB', { code: 'T0006', amount: '1200', fee: '65', custom: 'TESTSHOP.ref1', invoice: 'O-1' });
    expect(readPaypalSettlement(`\uFEFF${report([payment])}`)).toEqual([
      {
        ...{ id: '9AB/T0006/CR', kind: 'PAYMENT', merchant: 'TESTSHOP', order: 'O-1', references: ['9AB', 'ref1'] },
        ...{ gross: 1_200n, fee: 65n, net: 1_135n, currency: 'USD', date: '2026-11-20' },
      },
    ]);
  });

  it.each<[string, Row, readonly [string, bigint, bigint, bigint]]>([
    ['a refund', { code: 'T1107', amount: '500', direction: 'DR' }, ['REFUND', -500n, 0n, -500n]],
    ['a chargeback', { code: 'T1201', amount: '500', direction: 'DR' }, ['CHARGEBACK', -500n, 0n, -500n]],
    ['its return', { code: 'T1202', amount: '500' }, ['CHARGEBACK_REVERSED', 500n, 0n, 500n]],
    [
      'a payment that was taken back',
      { code: 'T1106', amount: '500', direction: 'DR' },
      ['CHARGEBACK', -500n, 0n, -500n],
    ],
    ['a fee of its own', { code: 'T0106', amount: '2000', direction: 'DR' }, ['FEE', 0n, 2_000n, -2_000n]],
    ['a fee that is given back', { code: 'T1108', amount: '65' }, ['FEE', 0n, -65n, 65n]],
    ['a transfer to the bank', { code: 'T0400', amount: '900', direction: 'DR' }, ['PAYOUT', 900n, 0n, 900n]],
    ['a hold', { code: 'T1110', amount: '900', direction: 'DR' }, ['OTHER', -900n, 0n, -900n]],
    ['a purchase of the account', { code: 'T0006', amount: '900', direction: 'DR' }, ['OTHER', -900n, 0n, -900n]],
    ['yen, which have no cents', { code: 'T0006', amount: '1200', currency: 'JPY' }, ['PAYMENT', 1_200n, 0n, 1_200n]],
  ])('has %s', (_name, one, expected) => {
    expect(summary(row('9AB', one))).toEqual([expected]);
  });

  it('names a transfer by the bank’s number, else by its own id', () => {
    const transfer = { code: 'T0400', amount: '900', direction: 'DR' } as const;
    const payouts = readPaypalSettlement(report([row('A', { ...transfer, bank: 'BANK-7' }), row('B', transfer)]));
    expect(payouts.map(({ payout }) => payout)).toEqual(['BANK-7', 'B']);
  });

  it('keeps the rows of one transaction apart', () => {
    const held = { code: 'T1110', amount: '900', direction: 'DR' } as const;
    const ids = readPaypalSettlement(
      report([row('A', { code: 'T0006', amount: '900' }), row('A', held), row('A', { code: 'T1111', amount: '900' })]),
    ).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it('of a refund names the refunded payment', () => {
    const [refund] = readPaypalSettlement(
      report([row('R1', { code: 'T1107', amount: '5', direction: 'DR', restsOn: 'P1', custom: 'TESTSHOP.ref1' })]),
    );
    expect(refund?.references).toEqual(['R1', 'P1', 'ref1']);
  });

  it.each<[string, string]>([
    ['no end', report([row('A', { code: 'T0006', amount: '1' })]).replace('"FF",1', '')],
    ['no beginning', report([]).slice(10)],
    ['a row too few', report([row('A', { code: 'T0006', amount: '1' })], 2)],
    ['an amount with a point', report([row('A', { code: 'T0006', amount: '1.00' })])],
    ['neither debit nor credit', report([row('A', { code: 'T0006', amount: '1', direction: 'XX' })])],
    ['a currency that there is not', report([row('A', { code: 'T0006', amount: '1', currency: 'XXQ' })])],
    ['no event code', report([row('A', { code: 'payment', amount: '1' })])],
    ['no columns', report([row('A', { code: 'T0006', amount: '1' })]).replace('"CH"', '"XX"')],
  ])('with %s is refused', (_name, text) => {
    expect(() => readPaypalSettlement(text)).toThrow(SettlementFileError);
  });
});
