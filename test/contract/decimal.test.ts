import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, decimal, decimalText, fixedText, multiply, shortestText } from '../../src/contract/decimal.ts';

const PLACES = 40;

/** The oracle: a decimal text as an integer multiple of 10^-40, built digit by digit. */
function whole(text: string): bigint {
  const [, sign, before = '', after = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text)!;
  let value = 0n;
  for (const digit of before + after.padEnd(PLACES, '0')) {
    value = value * 10n + BigInt(digit.charCodeAt(0) - 48);
  }
  return sign === '-' ? -value : value;
}

const digitText = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: max });
const decimalTexts = fc
  .tuple(fc.constantFrom('', '-'), digitText(14), fc.constantFrom('', '.'), digitText(6))
  .map(([sign, before, point, after]) => sign + before + point + (point === '' ? '' : after))
  .filter((text) => /\d/.test(text));

describe('decimal', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['00', '0'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-.5', '-0.5'],
    ['012.50', '12.5'],
    ['100', '100'],
    ['100.00', '100'],
    ['1000000000000', '1000000000000'],
    ['9999999999999999', '9999999999999999'],
    ['0.000000000001', '0.000000000001'],
    ['99999999999.99', '99999999999.99'],
  ])('%s is %s', (text, shortest) => {
    expect(decimalText(decimal(text)!)).toBe(shortest);
  });

  it.each(['', '.', '-', '-.', '1e3', '1E3', '+1', '1,5', '1.2.3', ' 1', '1 ', '١', '０', 'NaN', '0x1', '1_0', '--1'])(
    '%j is refused',
    (text) => {
      expect(decimal(text)).toBeUndefined();
    },
  );

  it('keeps the value of every decimal text', () => {
    fc.assert(
      fc.property(decimalTexts, (text) => {
        const shortest = decimalText(decimal(text)!);
        expect(whole(shortest)).toBe(whole(text));
        expect(shortest).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(shortest).not.toBe('-0');
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('arithmetic', () => {
  it('adds, multiplies and compares as the oracle does', () => {
    fc.assert(
      fc.property(decimalTexts, decimalTexts, (a, b) => {
        const [left, right] = [decimal(a)!, decimal(b)!];
        expect(whole(decimalText(add(left, right)))).toBe(whole(a) + whole(b));
        expect(whole(decimalText(multiply(left, right))) * 10n ** BigInt(PLACES)).toBe(whole(a) * whole(b));
        expect(Math.sign(compare(left, right))).toBe(whole(a) < whole(b) ? -1 : whole(a) > whole(b) ? 1 : 0);
      }),
      { numRuns: 5_000 },
    );
  });

  it('multiplies the largest quantity with the largest price exactly', () => {
    const product = multiply(decimal('9999999999999999')!, decimal('-999999999.999')!);
    expect(decimalText(product)).toBe('-9999999999989999000000000.001');
  });
});

it('the shortest text is made from the text as it is from the value', () => {
  fc.assert(
    fc.property(decimalTexts, (text) => {
      expect(shortestText(text)).toBe(decimalText(decimal(text)!));
    }),
    { numRuns: 5_000 },
  );
});

describe('fixedText', () => {
  it.each([
    [1_250n, 2, '12.50'],
    [5n, 3, '0.005'],
    [0n, 2, '0.00'],
    [-5n, 2, '-0.05'],
    [-1_250n, 0, '-1250'],
    [12_345n, 4, '1.2345'],
  ])('%d at %d places is %s', (units, scale, text) => {
    expect(fixedText(units, scale)).toBe(text);
  });
});
