/**
 * Reads an amount as a payer types it in the page's language: digits of several scripts, separators of either
 * convention, spaces, and the currency's sign. No double is involved. A text with two possible values is not read: the
 * page asks which one is meant.
 *
 * @example readAmount('1.000,50 €', 'de', currencyOf('EUR')!) // { kind: 'AMOUNT', minor: 100050n }
 */
import { atScale } from '../../contract/decimal.ts';
import type { Currency } from '../../contract/money.ts';

export type TypedAmount =
  | { readonly kind: 'AMOUNT'; readonly minor: bigint }
  /** `choices`: the values that the text may have, as far as the currency has their decimals. */
  | { readonly kind: 'AMBIGUOUS'; readonly choices: readonly bigint[] }
  | { readonly kind: 'EMPTY' | 'TOO_MANY_DECIMALS' | 'UNREADABLE' };

/** Longer texts are no amounts. The largest amount with all its separators and a currency's name is shorter. */
const CHARACTERS_MAX = 60;
/** No amount has more digits. */
const DIGITS_MAX = 24;

/** The digit zero of Latin, Arabic, Persian, Devanagari, Bengali, Thai and full-width digits. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const;
const INVISIBLE = /[\u200b-\u200f\u061c\u2060\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const SPACES = /\s/gu;
/** Separators with one meaning, or other shapes of the comma, the point and the apostrophe. */
const SAME: Readonly<Record<string, string>> = { '．': '.', '，': ',', '’': "'", '＇': "'" };
const ARABIC_DECIMAL = '٫';
const ARABIC_GROUP = '٬';

export function readAmount(text: string, locale: string, currency: Currency): TypedAmount {
  if (text.length > CHARACTERS_MAX) {
    return { kind: 'UNREADABLE' };
  }
  const convention = conventionOf(locale, currency.code);
  const number = withoutSign(inLatin(text), convention.signs);
  if (number === '') {
    return { kind: 'EMPTY' };
  }
  const { point } = convention;
  return chosen(reading(number, point), reading(number, point === ',' ? '.' : ','), convention, currency);
}

interface Reading {
  readonly digits: string;
  readonly places: number;
  /** The separator of its groups; absent where it has none. */
  readonly group: string | undefined;
}

/** @param own by the convention of the language @param other by that of other languages */
function chosen(
  own: Reading | undefined,
  other: Reading | undefined,
  { groups }: Convention,
  currency: Currency,
): TypedAmount {
  const one = own ?? other;
  if (one === undefined || one.digits.length > DIGITS_MAX) {
    return { kind: 'UNREADABLE' };
  }
  if (own === undefined || other === undefined || isSame(own, other)) {
    return fits(one, currency) ? { kind: 'AMOUNT', minor: minorOf(one, currency) } : { kind: 'TOO_MANY_DECIMALS' };
  }
  const isUsual = own.group === undefined || groups.includes(own.group);
  const isWhole = currency.exponent > 0 && own.places === currency.exponent;
  if (isUsual && fits(own, currency) && (isWhole || !fits(other, currency))) {
    return { kind: 'AMOUNT', minor: minorOf(own, currency) };
  }
  const choices = [own, other].filter((each) => fits(each, currency)).map((each) => minorOf(each, currency));
  return choices.length === 0 ? { kind: 'TOO_MANY_DECIMALS' } : { kind: 'AMBIGUOUS', choices };
}

function fits({ places }: Reading, { exponent }: Currency): boolean {
  return places <= exponent;
}

function minorOf({ digits, places }: Reading, { exponent }: Currency): bigint {
  return atScale({ units: BigInt(digits), scale: places }, exponent);
}

function isSame(one: Reading, other: Reading): boolean {
  return one.digits === other.digits && one.places === other.places;
}

/** Groups of three digits, or as in India of two digits and a last one of three. */
const GROUPED =
  /^[1-9][0-9]{0,2}(?:([., '])[0-9]{3})(?:\1[0-9]{3})*$|^[1-9][0-9]?(?:([., '])[0-9]{2})(?:\2[0-9]{2})*\2[0-9]{3}$/;

/** @param point `.` or `,` as the decimal sign */
function reading(number: string, point: string): Reading | undefined {
  const [whole = '', fraction, ...more] = number.split(point);
  if (more.length > 0 || (fraction !== undefined && !/^[0-9]+$/.test(fraction))) {
    return undefined;
  }
  const places = fraction?.length ?? 0;
  if (/^[0-9]*$/.test(whole)) {
    return whole === '' && places === 0 ? undefined : { digits: whole + (fraction ?? ''), places, group: undefined };
  }
  const found = GROUPED.exec(whole);
  const group = found?.[1] ?? found?.[2];
  return group === undefined ? undefined : { digits: whole.replaceAll(group, '') + (fraction ?? ''), places, group };
}

/** Digits and separators in their Latin shape, one kind of space, and nothing invisible. */
function inLatin(text: string): string {
  const shown = text.replace(INVISIBLE, '').replace(SPACES, ' ').trim();
  const latin = Array.from(shown, (character) => SAME[character] ?? latinDigit(character)).join('');
  if (!latin.includes(ARABIC_DECIMAL) && !latin.includes(ARABIC_GROUP)) {
    return latin;
  }
  // With Arabic signs each other separator would be of another number.
  return /[.,']/.test(latin)
    ? latin.replace(/[.,']/g, '?')
    : latin.replaceAll(ARABIC_GROUP, "'").replaceAll(ARABIC_DECIMAL, '.');
}

function latinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? character : String(code - zero);
}

/** Removes the currency's own sign, name or code before or after the number. */
function withoutSign(number: string, signs: readonly string[]): string {
  const lower = number.toLocaleLowerCase('en');
  const before = signs.find((sign) => lower.startsWith(sign));
  if (before !== undefined) {
    return number.slice(before.length).trim();
  }
  const after = signs.find((sign) => lower.endsWith(sign));
  return after === undefined ? number : number.slice(0, -after.length).trim();
}

/** How amounts of a currency are written in a language. */
interface Convention {
  readonly point: ',' | '.';
  /** The signs between thousands, in the shape that `inLatin` gives them. */
  readonly groups: readonly string[];
  /** Signs, names and the code of the currency in small letters, the longest first: `kr.` before `kr`. */
  readonly signs: readonly string[];
}

const conventions = new Map<string, Convention>();
/** Locales come from payers' browsers. */
const CONVENTIONS_MAX = 500;

function conventionOf(locale: string, code: string): Convention {
  const name = `${locale} ${code}`;
  const known = conventions.get(name);
  if (known !== undefined) {
    return known;
  }
  if (conventions.size >= CONVENTIONS_MAX) {
    conventions.clear();
  }
  // Austria and Switzerland write amounts and other numbers with different signs.
  const money = { style: 'currency', currency: code, minimumFractionDigits: 1, useGrouping: 'always' } as const;
  const point = partOf(locale, money, 'decimal') === ',' ? ',' : '.';
  const groups = [money, { useGrouping: 'always' } as const]
    .map((options) => partOf(locale, options, 'group'))
    .map((sign) => SAME[sign] ?? sign.replace(SPACES, ' '))
    .filter((sign) => sign !== point);
  const convention: Convention = { point, groups, signs: signsOf(locale, code) };
  conventions.set(name, convention);
  return convention;
}

function signsOf(locale: string, code: string): readonly string[] {
  const displays = ['symbol', 'narrowSymbol'] as const;
  const shown = displays.map((currencyDisplay) =>
    partOf(locale, { style: 'currency', currency: code, currencyDisplay }, 'currency'),
  );
  const signs = [...shown, code].map((sign) => inLatin(sign).toLocaleLowerCase('en'));
  return [...new Set(signs)].filter((sign) => sign !== '').sort((a, b) => b.length - a.length);
}

function partOf(locale: string, options: Intl.NumberFormatOptions, type: Intl.NumberFormatPartTypes): string {
  const format = new Intl.NumberFormat(locale, { ...options, numberingSystem: 'latn' });
  return format.formatToParts(1_234_567).find((part) => part.type === type)?.value ?? '';
}
