/** Amounts as payers type them. The reader may ask back, and never guesses. */
import { describe, expect, it } from 'vitest';
import { readAmount } from '../../../src/checkout/links/typed-amount.ts';
import { CURRENCIES } from '../../../src/contract/currencies.ts';
import { currencyOf, majorText } from '../../../src/contract/money.ts';
import { formatMoney } from '../../../src/web/text/format.ts';
import { LANGUAGES } from '../../../src/web/text/languages.ts';
import { seededRandom } from '../../support/random.ts';

const read = (text: string, locale: string, code = 'EUR') => readAmount(text, locale, currencyOf(code)!);

describe('a text with one meaning', () => {
  it.each([
    ['1.000,50', 'de', 'EUR', 100050n],
    ['1,000.50', 'en', 'EUR', 100050n],
    ['1,000.50', 'de', 'EUR', 100050n],
    ['1.000,50', 'en', 'EUR', 100050n],
    ['1.000', 'de', 'EUR', 100000n],
    ['1,000', 'en', 'EUR', 100000n],
    ['12.5', 'de', 'EUR', 1250n],
    ['12,5', 'en', 'EUR', 1250n],
    ['12', 'en', 'EUR', 1200n],
    [',50', 'de', 'EUR', 50n],
    ['007', 'en', 'EUR', 700n],
    ['0', 'en', 'EUR', 0n],
    ['1 000,50', 'fr', 'EUR', 100050n],
    ['1\u202f000,50\u00a0€', 'fr', 'EUR', 100050n],
    ['1\u00a0000\u00a0000', 'cs', 'CZK', 100000000n],
    ["1'000.50", 'de-CH', 'CHF', 100050n],
    ['1’000.50 CHF', 'de-CH', 'CHF', 100050n],
    ['€ 12.50', 'nl', 'EUR', 1250n],
    ['12,50 eur', 'de', 'EUR', 1250n],
    ['US$ 12.50', 'en-CA', 'USD', 1250n],
    ['12,50 $US', 'fr', 'USD', 1250n],
    ['125 kr', 'sv', 'SEK', 12500n],
    ['125 kr.', 'da', 'DKK', 12500n],
    ['1,00,000', 'hi', 'INR', 10000000n],
    ['१,२५०.५०', 'hi', 'INR', 125050n],
    ['١٬٢٥٠٫٥٠', 'ar', 'EUR', 125050n],
    ['۱٬۲۵۰', 'ar', 'EUR', 125000n],
    ['１，２５０', 'ja', 'JPY', 1250n],
    ['￥1,250', 'ja', 'JPY', 1250n],
    ['1.500', 'en', 'KWD', 1500n],
    ['1,500', 'de', 'KWD', 1500n],
    ['1234.567', 'en', 'KWD', 1234567n],
    ['1.234.567', 'en', 'EUR', 123456700n],
  ])('%s in %s of %s', (text, locale, code, minor) => {
    expect(read(text, locale, code)).toEqual({ kind: 'AMOUNT', minor });
  });
});

describe('a text with two meanings is asked back', () => {
  it.each([
    ['1,000', 'de', 'EUR', [100000n]],
    ['1.000', 'en', 'EUR', [100000n]],
    ['1.000', 'fr', 'EUR', [100000n]],
    ['1.500', 'de', 'KWD', [1500000n, 1500n]],
    ['1,500', 'en', 'KWD', [1500000n, 1500n]],
    ['1,500', 'de', 'JPY', [1500n]],
  ])('%s in %s of %s', (text, locale, code, choices) => {
    expect(read(text, locale, code)).toEqual({ kind: 'AMBIGUOUS', choices });
  });
});

describe('a text that is no amount of the currency is refused', () => {
  it.each([
    ['', 'EMPTY'],
    [' \u00a0\u200e', 'EMPTY'],
    ['€', 'EMPTY'],
    ['1e3', 'UNREADABLE'],
    ['1E3', 'UNREADABLE'],
    ['-5', 'UNREADABLE'],
    ['+5', 'UNREADABLE'],
    ['−5', 'UNREADABLE'],
    ['5 - 10', 'UNREADABLE'],
    ['$5', 'UNREADABLE'],
    ['5 CHF', 'UNREADABLE'],
    ['twelve', 'UNREADABLE'],
    ['0x10', 'UNREADABLE'],
    ['1,2,3', 'UNREADABLE'],
    ['1.00.0', 'UNREADABLE'],
    ['10 00', 'UNREADABLE'],
    ['1,000,00', 'UNREADABLE'],
    ['5.', 'UNREADABLE'],
    ['.', 'UNREADABLE'],
    ['Infinity', 'UNREADABLE'],
    ['½', 'UNREADABLE'],
    ['9'.repeat(25), 'UNREADABLE'],
    ['9'.repeat(500), 'UNREADABLE'],
    ['1.005,5'.repeat(9), 'UNREADABLE'],
    ['12.505', 'AMBIGUOUS'],
    ['0.505', 'TOO_MANY_DECIMALS'],
    ['1.2345', 'TOO_MANY_DECIMALS'],
  ])('%s', (text, kind) => {
    expect(read(text, 'en').kind).toBe(kind);
  });

  it('decimals of a currency without decimals', () => {
    expect(read('12.50', 'en', 'JPY').kind).toBe('TOO_MANY_DECIMALS');
    expect(read('1.2345', 'en', 'KWD').kind).toBe('TOO_MANY_DECIMALS');
  });
});

const REGIONS = ['de-CH', 'de-AT', 'en-IN', 'es-MX', 'fr-CH', 'it-CH', 'pt-AO', 'ar-EG', 'ar-AE', 'en-ZA'];

describe('every amount that our pages show is read as itself', () => {
  const random = seededRandom(process.env.TURNPIKE_SEED);
  const amounts = [1n, 9n, 10n, 99n, 100n, 999n, 1_000n, 99_999n, 100_000n, 1_000_000n, 123_456_789_012n];
  const some = () => [...amounts, ...Array.from({ length: 12 }, () => BigInt(random.between(1, 10 ** 11)))];

  it.each([...LANGUAGES, ...REGIONS])(`in %s, in every currency of ISO 4217 (seed ${random.seed})`, (locale) => {
    for (const code of Object.keys(CURRENCIES)) {
      const currency = currencyOf(code)!;
      for (const minor of some()) {
        const { exponent } = currency;
        const shown = formatMoney(locale, { value: majorText(minor, currency), currency: code, exponent });
        const typed = [shown, shown.replaceAll(/\s/gu, ' '), majorText(minor, currency)];
        const [first, second, plain] = typed.map((text) => readAmount(text, locale, currency));
        expect(first, `${shown} of ${code}`).toEqual({ kind: 'AMOUNT', minor });
        expect(second, `${shown} of ${code}`).toEqual({ kind: 'AMOUNT', minor });
        // Without groups it may have a second meaning, and then it is among the choices, or asked for again.
        expect(plain?.kind === 'AMOUNT' ? plain.minor : minor, `${typed[2]} of ${code}`).toBe(minor);
      }
    }
  });
});
