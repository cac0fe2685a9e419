/** Pages of PayPal's Transaction Search as entries, the same as those of a report's file. */
import { describe, expect, it } from 'vitest';
import { readPaypalTransactions } from '../../../../src/back-office/settlement/readers/paypal-transactions.ts';
import { SettlementFileError } from '../../../../src/back-office/settlement/readers/read-error.ts';

const money = (value: string, currency_code = 'EUR') => ({ currency_code, value });

const info = (given: object = {}) => ({
  transaction_id: 'CAPTURE1',
  transaction_event_code: 'T0006',
  transaction_initiation_date: '2026-11-20T10:00:00Z',
  transaction_status: 'S',
  transaction_amount: money('12.50'),
  fee_amount: money('-0.37'),
  invoice_id: 'ORDER-1',
  custom_field: 'TESTSHOP.P-1',
  ...given,
});

const page = (...infos: object[]) => ({ transaction_details: infos.map((transaction_info) => ({ transaction_info })) });
const read = (given: object = {}) => readPaypalTransactions(page(info(given)))[0]!;

describe('a transaction', () => {
  it('is an entry with its payment’s reference, and both names of its order', () => {
    expect(read()).toEqual({
      ...{ id: 'CAPTURE1/T0006/CR', kind: 'PAYMENT', currency: 'EUR', date: '2026-11-20' },
      ...{ merchant: 'TESTSHOP', order: 'ORDER-1', references: ['CAPTURE1', 'P-1'] },
      ...{ gross: 1250n, fee: 37n, net: 1213n },
    });
  });

  it.each([
    ['T1107', '-2.50', 'REFUND', -250n, 0n, -250n],
    ['T1106', '-12.50', 'CHARGEBACK', -1250n, 0n, -1250n],
    ['T1106', '12.50', 'CHARGEBACK_REVERSED', 1250n, 0n, 1250n],
    ['T1201', '-12.50', 'CHARGEBACK', -1250n, 0n, -1250n],
    ['T1110', '-12.50', 'OTHER', -1250n, 0n, -1250n],
    ['T1111', '12.50', 'OTHER', 1250n, 0n, 1250n],
    ['T1108', '-20.00', 'FEE', 0n, 2000n, -2000n],
    ['T0100', '-5.00', 'FEE', 0n, 500n, -500n],
    ['T0400', '-100.00', 'PAYOUT', 10_000n, 0n, 10_000n],
    ['T2001', '3.00', 'OTHER', 300n, 0n, 300n],
  ])('%s of %s is a %s', (transaction_event_code, value, kind, gross, fee, net) => {
    const entry = read({ transaction_event_code, transaction_amount: money(value), fee_amount: undefined });
    expect(entry).toMatchObject({ kind, gross, fee, net });
  });

  it('that brings money to the bank is a payout of the bank’s number', () => {
    const payout = { transaction_event_code: 'T0400', transaction_amount: money('-100.00'), fee_amount: undefined };
    expect(read({ ...payout, bank_reference_id: 'BANK7' })).toMatchObject({ kind: 'PAYOUT', payout: 'BANK7' });
    expect(read(payout).payout).toBe('CAPTURE1');
    expect(read(payout).order).toBeUndefined();
  });

  it('names its payment', () => {
    expect(read({ transaction_event_code: 'T1107', paypal_reference_id: 'CAPTURE0' }).references).toContain('CAPTURE0');
  });

  it.each(['P', 'D'])('that is %s moved nothing', (transaction_status) => {
    expect(readPaypalTransactions(page(info({ transaction_status }), info()))).toHaveLength(1);
  });

  it('that was refunded later still moved money', () => {
    expect(read({ transaction_status: 'V' }).gross).toBe(1250n);
  });

  it('is exact in currencies without decimals', () => {
    expect(read({ transaction_amount: money('1200', 'JPY'), fee_amount: money('-36', 'JPY') })).toMatchObject({
      gross: 1200n,
      net: 1164n,
    });
  });
});

it('an empty page has no entries', () => {
  expect(readPaypalTransactions({})).toEqual([]);
});

it.each([
  ['a page that is none', []],
  ['no event code', page(info({ transaction_event_code: 'X' }))],
  ['an unknown status', page(info({ transaction_status: 'Q' }))],
  ['an unknown currency', page(info({ transaction_amount: money('1.00', 'XXY') }))],
  ['a fee in another currency', page(info({ fee_amount: money('-1.00', 'USD') }))],
  ['more decimals than there are', page(info({ transaction_amount: money('1.005') }))],
  ['no date', page(info({ transaction_initiation_date: 'yesterday' }))],
])('%s is refused', (_, answered) => {
  expect(() => readPaypalTransactions(answered)).toThrow(SettlementFileError);
});
