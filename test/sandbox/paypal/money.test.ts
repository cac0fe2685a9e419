import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paypalMoneyOf, unitsOf } from '../../../src/sandbox/paypal/money.ts';

const eur = (value: string) => unitsOf({ currency_code: 'EUR', value });

describe('an amount', () => {
  it.each([
    ['12.50', 1250n],
    ['12.5', 1250n],
    ['12', 1200n],
    ['.5', 50n],
    ['0.00', 0n],
    ['-0.01', -1n],
    ['99999999999999999999.99', 9999999999999999999999n],
    ['12.500', 'DECIMAL_PRECISION'],
  ])('of %s EUR is %s', (value, units) => {
    expect(eur(value)).toBe(units);
  });

  it.each(['HUF', 'JPY', 'TWD'])('of %s has no decimals, not even zeros', (currency_code) => {
    expect(unitsOf({ currency_code, value: '1250' })).toBe(1250n);
    expect(unitsOf({ currency_code, value: '1250.00' })).toBe('DECIMAL_PRECISION');
    expect(paypalMoneyOf(1250n, currency_code)).toEqual({ currency_code, value: '1250' });
  });

  it('of a currency that PayPal does not support is refused', () => {
    expect(unitsOf({ currency_code: 'KWD', value: '1' })).toBe('INVALID_CURRENCY_CODE');
    expect(unitsOf({ currency_code: 'toString', value: '1' })).toBe('INVALID_CURRENCY_CODE');
  });

  it('is read with the digits that were written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
        fc.constantFrom('EUR', 'JPY'),
        (units, currency) => {
          expect(unitsOf(paypalMoneyOf(units, currency))).toBe(units);
        },
      ),
    );
  });
});
