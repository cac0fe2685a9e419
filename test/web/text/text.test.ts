import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GENERATED } from '../../../scripts/locales.ts';
import { fill, formatMoney, plural } from '../../../src/web/text/format.ts';
import { formatMinutes, formatTime } from '../../../src/web/text/format-time.ts';
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  LOCALES,
  languageOf,
  matchLocale,
  textFor,
} from '../../../src/web/text/index.ts';
import { compileSentence, type MessageTree } from '../../../src/web/text/template.ts';

/** Every sentence by its dotted path; the forms of a plural count as one, since languages have different ones. */
function sentences(tree: MessageTree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    return typeof value === 'string'
      ? [[`${path}${key}`.replace(PLURAL_SUFFIX, ''), value]]
      : sentences(value, `${path}${key}.`);
  });
}

/** A category of `Intl.PluralRules`, behind the key of each form. */
const PLURAL_SUFFIX = /_(?:zero|one|two|few|many|other)$/;

const placeholders = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort().join(' ');

/** Joining rules and the direction are not words. */
const EVERYWHERE = new Set(['details.of', 'direction', 'sentence', 'sentences']);

/** Words that are the same as in English. */
const SAME: Partial<Record<Language, readonly string[]>> = {
  cs: ['form.pin'],
  da: ['order.reference'],
  de: ['form.optional', 'form.pin'],
  el: ['form.pin'],
  es: ['form.pin', 'order.total', 'pay.error'],
  fr: ['done.time', 'order.total'],
  he: ['form.expiryHint'],
  hi: ['form.expiryHint'],
  it: ['form.pin'],
  nl: ['details.postcodeZip'],
  ja: ['form.pin'],
  ko: ['form.pin'],
  pl: ['form.pin'],
  'pt-BR': ['form.pin', 'order.total'],
  'pt-PT': ['form.pin', 'order.total'],
  tr: ['form.pin'],
};

describe.each(LANGUAGES)('the sentences of %s', (language) => {
  const english = new Map(sentences(LOCALES.en));
  const own = sentences(LOCALES[language]);

  it('are as many as the English ones, under the same keys, and none is empty', () => {
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

  it('are English only where the two languages share a word', () => {
    const same = own.filter(([key, sentence]) => language !== 'en' && sentence === english.get(key));
    const unexpected = same.filter(([key]) => !EVERYWHERE.has(key) && !SAME[language]?.includes(key));
    expect(unexpected).toEqual([]);
  });

  it('have a form for each count that a payer can meet, and no further forms', () => {
    const rules = new Intl.PluralRules(language);
    const met = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)));
    const { notice, order } = textFor(language);
    for (const forms of [notice.attemptsLeft, order.more]) {
      expect(Object.keys(forms)).toEqual(expect.arrayContaining([...met]));
      expect(rules.resolvedOptions().pluralCategories).toEqual(expect.arrayContaining(Object.keys(forms)));
    }
    for (const count of [0, 1, 2, 3, 5, 11, 21]) {
      expect(plural(language, notice.attemptsLeft, count)).toContain(String(count));
    }
  });

  it('name the language as its speakers do', () => {
    const languageDisplay = new Intl.Locale(language).region === undefined ? 'dialect' : 'standard';
    const names = new Intl.DisplayNames(language, { type: 'language', languageDisplay });
    expect(textFor(language).name.toLowerCase()).toBe(names.of(language)?.toLowerCase());
  });

  it('have the direction of its script', () => {
    const [, , script] =
      new Intl.Locale(language)
        .maximize()
        .toString()
        .match(/^(\w+)-(\w+)/) ?? [];
    expect(textFor(language).direction).toBe(script === 'Arab' || script === 'Hebr' ? 'rtl' : 'ltr');
  });
});

it('French sentences break no line before punctuation that follows a space', () => {
  const broken = sentences(LOCALES.fr).filter(([, sentence]) => / [:;?!»]|« /.test(sentence));
  expect(broken).toEqual([]);
});

it('no two languages have one name', () => {
  expect(new Set(LANGUAGE_NAMES.map(([, name]) => name)).size).toBe(LANGUAGES.length);
});

describe('matchLocale', () => {
  it.each([
    [['de'], 'de'],
    [['ca', 'fr-CA', 'en'], 'fr-CA'],
    [['en_GB'], 'en-GB'],
    [['DE-at'], 'de-AT'],
    [['es-419'], 'es-419'],
    [['iw-IL'], 'he-IL'],
    [['ar-Arab-EG-u-nu-arab'], 'ar-EG'],
    [[], 'en'],
    [['*', '', 'x', 'constructor', '__proto__', 'nl'], 'nl'],
  ])('of %j is %s', (wanted, locale) => {
    expect(matchLocale(wanted)).toBe(locale);
  });

  it.each([
    [['zh'], 'zh-Hans'],
    [['zh-CN', 'zh'], 'zh-Hans-CN'],
    [['zh-SG'], 'zh-Hans-SG'],
    [['zh-TW', 'zh', 'en-US', 'en'], 'en-US'],
    [['zh-Hant-HK', 'zh', 'ja'], 'ja'],
    [['zh-TW', 'zh'], 'zh-Hans-TW'],
    [['hi-Latn-IN', 'en-IN'], 'en-IN'],
  ])('of %j is %s: another script is used only where no other wanted language exists', (wanted, locale) => {
    expect(matchLocale(wanted)).toBe(locale);
  });

  it.each([
    ['pt', 'pt-BR', 'pt-BR'],
    ['pt-BR', 'pt-BR', 'pt-BR'],
    ['pt-US', 'pt-US', 'pt-BR'],
    ['pt-PT', 'pt-PT', 'pt-PT'],
    ['pt-AO', 'pt-AO', 'pt-PT'],
    ['pt-MO', 'pt-MO', 'pt-PT'],
  ])('of %s is %s, with the words of %s', (wanted, locale, language) => {
    expect(matchLocale([wanted])).toBe(locale);
    expect(languageOf(locale)).toBe(language);
    expect(textFor(locale)).toBe(textFor(language));
  });

  it.each(['nb', 'no', 'nn', 'ca', 'gl', 'yue'])('of %s is not a language that is only similar', (wanted) => {
    expect(matchLocale([wanted, 'fi'])).toBe('fi');
    expect(matchLocale([wanted])).toBe('en');
  });

  it.each([
    [['de-CH', 'fr-CH'], 'fr', 'fr-CH'],
    [['de-CH'], 'de', 'de-CH'],
    [['de-CH'], 'tr', 'tr'],
    [['pt-AO'], 'pt-BR', 'pt-BR'],
    [['zh-TW', 'zh', 'en'], 'zh-Hans', 'zh-Hans-TW'],
    [['de'], 'xx', 'de'],
    [['de'], '__proto__', 'de'],
  ])('of %j for a payer who chose %s is %s', (wanted, chosen, locale) => {
    expect(matchLocale(wanted, chosen)).toBe(locale);
  });

  it('reads the first twenty languages alone', () => {
    expect(matchLocale([...Array.from({ length: 20 }, () => 'ca'), 'de'])).toBe('en');
  });

  it('gives the same answer for the same languages, and distinguishes a tag with a space from two tags', () => {
    expect(matchLocale(['fi de'])).toBe('en');
    expect(matchLocale(['fi', 'de'])).toBe('fi');
    expect(matchLocale(['fi', 'de'], 'de')).toBe('de');
    expect(matchLocale(['fi de'])).toBe('en');
  });

  it('still answers after thousands of different headers', () => {
    const asked = Array.from({ length: 3_000 }, (_, index) => matchLocale([`x${index}`, 'de-CH']));
    expect(new Set(asked)).toEqual(new Set(['de-CH']));
  });

  it('gives a locale that has a text', () => {
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

  it.each(['he', 'ar'])('keeps the sign of reais after its letter in a right-to-left line: %s', (locale) => {
    expect(formatMoney(locale, { value: '1.00', currency: 'BRL', exponent: 2 })).toMatch(/R\$\u200e$/);
  });

  it('writes European digits in every country', () => {
    expect(formatMoney('ar-EG', { value: '12.50', currency: 'EGP', exponent: 2 })).toMatch(/12\.50/);
  });
});

describe('formatMinutes', () => {
  it.each([
    ['en', 1, '1 minute'],
    ['pl', 22, '22 minuty'],
    ['ar', 29, '29 دقيقة'],
  ])('counts as the language %s does: %s', (locale, minutes, shown) => {
    expect(formatMinutes(locale, minutes)).toBe(shown);
  });
});

describe('formatTime', () => {
  it('names the zone', () => {
    expect(formatTime('en', '2026-11-21T14:05:09.000Z', 'UTC')).toBe('November 21, 2026 at 2:05 PM UTC');
  });

  it.each(LANGUAGES)('gives UTC in %s, where the locale may use GMT', (language) => {
    expect(formatTime(language, '2026-11-21T14:05:09.000Z', 'UTC')).toMatch(/^(?!.*GMT).*UTC/);
  });
});

describe('fill', () => {
  it('inserts values unchanged, without reading placeholders or patterns in them', () => {
    expect(fill(compileSentence('{a} and {b}'), { a: '{b} $& $1', b: 'x' })).toBe('{b} $& $1 and x');
  });

  it('inserts a value at each of its placeholders, also at the ends', () => {
    expect(fill(compileSentence('{a}, {b}{a}'), { a: '1', b: '2' })).toBe('1, 21');
  });

  it('does not compile without a value, with an unknown key, or where a placeholder would be shown', () => {
    const { pay, form } = textFor('en');
    expect(fill(pay.provider, { amount: '1', provider: 'A' })).toBe('Pay 1 with A');
    // @ts-expect-error: the provider is missing.
    expect(fill(pay.provider, { amount: '1' })).toContain('undefined');
    // @ts-expect-error: the key is misspelt.
    expect(form.numbr).toBeUndefined();
    // @ts-expect-error: a sentence with a placeholder is not text yet.
    const shown: string = form.brand;
    expect(shown).not.toBeTypeOf('string');
  });
});

it.each(Object.keys(GENERATED))('%s is up to date with the locales; otherwise run `npm run locales`', (path) => {
  expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(GENERATED[path]?.());
});
