import codes from 'currency-codes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '../../src/contract/currencies.ts';
import { currencyOf, majorText, minorUnits } from '../../src/contract/money.ts';

const EUR = currencyOf('EUR')!;
const JPY = currencyOf('JPY')!;
const KWD = currencyOf('KWD')!;
const CLF = currencyOf('CLF')!;

describe('minorUnits', () => {
  it.each([
    ['12.5', EUR, 1_250n],
    ['12.50', EUR, 1_250n],
    ['12.500000', EUR, 1_250n],
    ['012', EUR, 1_200n],
    ['.5', EUR, 50n],
    ['5.', EUR, 500n],
    ['00', EUR, 0n],
    ['0.01', EUR, 1n],
    ['555.26', EUR, 55_526n],
    ['1000000000000', EUR, 100_000_000_000_000n],
    ['99999999999.99', EUR, 9_999_999_999_999n],
    ['9999999999999999', EUR, 999_999_999_999_999_900n],
    ['12', JPY, 12n],
    ['12.0', JPY, 12n],
    ['1.234', KWD, 1_234n],
    ['1', KWD, 1_000n],
    ['1.2345', CLF, 12_345n],
  ] as const)('%s of %o is %d', (text, currency, minor) => {
    expect(minorUnits(text, currency)).toBe(minor);
  });

  it.each([
    ['12.505', EUR],
    ['0.001', EUR],
    ['1.5', JPY],
    ['1.2345', KWD],
    ['1.23456', CLF],
    ['1e3', EUR],
    ['', EUR],
    ['.', EUR],
    ['€5', EUR],
  ] as const)('%j of %o is refused', (text, currency) => {
    expect(minorUnits(text, currency)).toBeUndefined();
  });

  it('comes back as the same amount, for every currency', () => {
    const amounts = fc.tuple(fc.constantFrom(...Object.keys(CURRENCIES)), fc.bigInt({ min: 0n, max: 10n ** 16n }));
    fc.assert(
      fc.property(amounts, ([code, minor]) => {
        const currency = currencyOf(code)!;
        const text = majorText(minor, currency);
        expect(minorUnits(text, currency)).toBe(minor);
        expect(text.split('.')[1]?.length ?? 0).toBe(currency.exponent);
        expect(BigInt(text.replace('.', ''))).toBe(minor);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Added to ISO 4217 after the package's date. */
const NEWER = ['XCG'];

describe('currencies', () => {
  const published = codes.data.filter(({ code }) => Object.hasOwn(CURRENCIES, code));

  it('are all of ISO 4217, with its numeric codes and exponents', () => {
    expect(published.length).toBe(Object.keys(CURRENCIES).filter((code) => !NEWER.includes(code)).length);
    for (const { code, number, digits } of published) {
      expect([code, ...CURRENCIES[code]!]).toEqual([code, number, digits]);
    }
  });

  it('leave out only metals, funds and test codes', () => {
    const left = codes.data.map(({ code }) => code).filter((code) => !Object.hasOwn(CURRENCIES, code));
    expect(left.filter((code) => !code.startsWith('X'))).toEqual([]);
  });

  it.each(['IQD', 'KWD', 'BHD', 'OMR', 'JOD', 'LYD', 'TND'])('%s has three places in every locale', (code) => {
    expect(currencyOf(code)?.exponent).toBe(3);
  });

  it.each(['eur', 'EU', 'XXX', 'XAU', 'XTS', '', 'constructor', 'EURO'])('%j is no currency', (code) => {
    expect(currencyOf(code)).toBeUndefined();
  });
});
