import { describe, expect, it } from 'vitest';
import { moneyOf, paypalMoney } from '../../../../src/adapters/providers/paypal/paypal-money.ts';
import { type Currency, currencyOf } from '../../../../src/contract/money.ts';

const of = (code: string) => currencyOf(code) as Currency;

describe('money for PayPal', () => {
  it.each<[string, bigint, string]>([
    ['EUR', 1200n, '12.00'],
    ['USD', 1n, '0.01'],
    ['EUR', 99_999_999_999_999_001n, '999999999999990.01'],
    ['JPY', 1200n, '1200'],
    ['HUF', 120_000n, '1200'],
    ['TWD', 500n, '5'],
  ])('in %s has its own decimal places: %s', (code, amount, value) => {
    expect(paypalMoney(amount, of(code))).toEqual({ currency_code: code, value });
    expect(moneyOf({ currency_code: code, value })).toEqual({ amount, currency: code });
  });

  it.each<[string, bigint]>([
    ['KWD', 1_000n],
    ['RUB', 1_000n],
    ['HUF', 120_050n],
    ['TWD', 1n],
  ])('is refused in %s of %s', (code, amount) => {
    expect(paypalMoney(amount, of(code))).toBeUndefined();
  });
});

it.each([
  { currency_code: 'XXQ', value: '1.00' },
  { currency_code: 'EUR', value: '1.001' },
  { currency_code: 'EUR', value: '1e3' },
  { currency_code: 'EUR', value: '' },
])('%j is refused as an amount', (money) => {
  expect(moneyOf(money)).toBeUndefined();
});

it('an amount with more decimal places than needed is the same amount', () => {
  expect(moneyOf({ currency_code: 'JPY', value: '1200.00' })).toEqual({ amount: 1200n, currency: 'JPY' });
});
