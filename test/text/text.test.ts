import { describe, expect, it } from 'vitest';
import { en } from '../../src/text/en.ts';
import { fill, formatMoney, plural } from '../../src/text/format.ts';
import { formatTime } from '../../src/text/format-time.ts';
import { LANGUAGES, matchLocale, textFor } from '../../src/text/index.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every sentence by its dotted path; forms of a plural count as one, for languages have different ones. */
function sentences(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') {
      return [[`${path}${key}`, value]];
    }
    if (typeof value.other === 'string') {
      return Object.values(value).map((form) => [`${path}${key}`, form as string]);
    }
    return sentences(value, `${path}${key}.`);
  });
}

const placeholders = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort().join(' ');

describe.each(LANGUAGES)('the sentences of %s', (language) => {
  const english = new Map(sentences(en));
  const own = sentences(textFor(language) as unknown as Tree);

  it('are as many as the English ones, under the same keys, none of them empty', () => {
    expect(new Set(own.map(([key]) => key))).toEqual(new Set(english.keys()));
    for (const [key, sentence] of own) {
      expect(sentence.trim(), key).not.toBe('');
    }
  });

  it('use the same placeholders', () => {
    for (const [key, sentence] of own) {
      expect(placeholders(sentence), key).toBe(placeholders(english.get(key) ?? ''));
    }
  });

  it('have a form for each count that a payer can meet', () => {
    const { attemptsLeft } = textFor(language).notice;
    for (const count of [0, 1, 2, 3, 5, 11, 21]) {
      expect(plural(language, attemptsLeft, count)).toContain(String(count));
    }
  });
});

describe('matchLocale', () => {
  it.each([
    [['de'], 'de'],
    [['pt-BR'], 'pt-BR'],
    [['ja', 'fr-CA', 'en'], 'fr-CA'],
    [['en_GB'], 'en-GB'],
    [['DE-at'], 'de-AT'],
    [['zh-Hant-TW'], 'en'],
    [['ar-Arab-EG-u-nu-arab'], 'ar-EG'],
    [[], 'en'],
    [['*', '', 'x', 'constructor', '__proto__', 'nl'], 'nl'],
  ])('of %j is %s', (wanted, locale) => {
    expect(matchLocale(wanted)).toBe(locale);
  });

  it('looks at the first twenty wishes alone', () => {
    expect(matchLocale([...Array.from({ length: 20 }, () => 'ja'), 'de'])).toBe('en');
  });

  it('answers with a locale whose text is found', () => {
    expect(textFor('pt-BR')).toBe(textFor('pt'));
    expect(textFor('xx')).toBe(textFor('en'));
  });
});

describe('formatMoney', () => {
  it.each([
    ['en', '12.50', 'EUR', 2, '€12.50'],
    ['en', '1200', 'JPY', 0, '¥1,200'],
    ['en', '999999999999.123', 'IQD', 3, 'IQD 999,999,999,999.123'],
    ['en', '90071992547409.93', 'USD', 2, '$90,071,992,547,409.93'],
    ['de', '1234.5', 'EUR', 2, '1.234,50 €'],
  ])('in %s of %s %s is %s places: %s', (locale, value, currency, exponent, shown) => {
    expect(formatMoney(locale, { value, currency, exponent }).replace(/[\u00a0\u202f]/g, ' ')).toBe(shown);
  });

  it('writes European digits in every country', () => {
    expect(formatMoney('ar-EG', { value: '12.50', currency: 'EGP', exponent: 2 })).toMatch(/12\.50/);
  });
});

describe('formatTime', () => {
  it('names the zone', () => {
    expect(formatTime('en', '2026-11-21T14:05:09.000Z', 'UTC')).toBe('November 21, 2026 at 2:05 PM UTC');
  });
});

describe('fill', () => {
  it('takes values as they are, without reading placeholders or patterns in them', () => {
    expect(fill('{a} and {b}', { a: '{b} $& $1', b: 'x' })).toBe('{b} $& $1 and x');
  });

  it('leaves a name without a value', () => {
    expect(fill('{constructor} {a}', { a: '1' })).toBe('{constructor} 1');
  });
});
