/** Amounts by patterns, compared with `Intl`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternFormat } from '../../../src/web/text/amount-pattern.ts';
import { LANGUAGES } from '../../../src/web/text/index.ts';

const CURRENCIES = [
  ['EUR', 2],
  ['JPY', 0],
  ['BHD', 3],
  ['BRL', 2],
  ['INR', 2],
  ['CLF', 4],
  ['XOF', 0],
] as const;
const REGIONS = ['de-CH', 'de-AT', 'en-IN', 'es-MX', 'fr-CH', 'pt-AO', 'ar-EG', 'hi-IN', 'en-ZA'];

function formatOf(locale: string, currency: string, places: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    numberingSystem: 'latn',
  });
}

describe('an amount by a pattern', () => {
  it.each([...LANGUAGES, ...REGIONS])('is the same as by Intl in %s', (locale) => {
    const formats = CURRENCIES.map(([currency, places]) => {
      const intl = formatOf(locale, currency, places);
      return { intl, fast: patternFormat(intl, places) };
    });
    const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
    const value = fc
      .tuple(fc.constantFrom('', '', '', '-'), digits(14), fc.option(digits(5)))
      .map(([sign, whole, fraction]) => sign + whole + (fraction === null ? '' : `.${fraction}`));
    fc.assert(
      fc.property(value, (text) => {
        for (const { intl, fast } of formats) {
          expect(fast(text)).toBe(intl.format(text as Intl.StringNumericLiteral));
        }
      }),
      {
        numRuns: 60,
        examples: [['0'], ['0.05'], ['1000'], ['999999999999.99'], ['1234567.5'], ['-5.00'], ['.5']].map(([text]) => [
          text!,
        ]),
      },
    );
  });
});
