/**
 * The interface's type conventions as constructors: each makes one `FieldType` from its bounds, and everything that
 * depends on a type (checking a request, telling what was allowed, writing an answer) reads it from there.
 *
 * @example
 *   string(1, 40).accepts('ORDER-1') // true
 *   decimal({ characters: [1, 14] }).canonical('012.50') // '12.5'
 */
import { z } from 'zod';
import { compare, decimalText, decimal as exactly } from './decimal.ts';

export interface FieldType {
  /** The convention's name, as documentation shows it. */
  readonly name: string;
  /** What is allowed, for a merchant who sent something else. */
  readonly allowed: string;
  /** Judges the text (or, for Boolean, the value) of a request. */
  readonly accepts: (value: unknown) => boolean;
  /** The same judgement as a zod schema, for everything that speaks zod. Made when it is first asked for. */
  readonly schema: z.ZodType<string> | z.ZodType<boolean>;
  /** A JSON number is taken too, by its exact text. */
  readonly takesNumber: boolean;
  /** Equal meanings become equal text: `1.0` and `1.00`, `05` and `5`. */
  readonly canonical?: (text: string) => string;
  /** Answers write the text as a JSON number. */
  readonly answersNumber: boolean;
  /** A further rule that holds unless requests may name this machine: see `url`. */
  readonly liveRule?: (text: string) => boolean;
}

type Characters = readonly [min: number, max: number];

/** Before any pattern runs: nothing in the interface is longer, and no pattern is tried on more. */
const CHARACTERS_MAX = 4_096;

type Traits = Partial<Pick<FieldType, 'takesNumber' | 'canonical' | 'answersNumber' | 'liveRule'>>;

function textType(name: string, allowed: string, judges: (text: string) => boolean, traits: Traits = {}): FieldType {
  const accepts = (value: unknown) => typeof value === 'string' && value.length <= CHARACTERS_MAX && judges(value);
  let schema: z.ZodType<string> | undefined;
  return {
    name,
    allowed,
    accepts,
    get schema() {
      schema ??= z.string().refine(accepts);
      return schema;
    },
    takesNumber: false,
    answersNumber: false,
    ...traits,
  };
}

/** Characters are code points: an emoji counts as one. */
function counted(text: string, [min, max]: Characters): boolean {
  if (text.length < min) return false;
  if (text.length <= max) return min <= 1 || codePoints(text) >= min;
  return codePoints(text) <= max && codePoints(text) >= min;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function bounds([min, max]: Characters, what = 'characters'): string {
  return min === max ? `exactly ${min} ${what}` : `${min} to ${max} ${what}`;
}

function patterned(name: string, pattern: RegExp, size: Characters, what: string, traits?: Traits): FieldType {
  return textType(name, `${bounds(size)}: ${what}`, (text) => counted(text, size) && pattern.test(text), traits);
}

export const string = (min: number, max: number): FieldType =>
  textType('String', bounds([min, max]), (text) => counted(text, [min, max]));

export const ascii = (min: number, max: number): FieldType =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what the type says, control characters included.
  patterned('ASCII Text', /^[\x00-\x7f]*$/, [min, max], 'ASCII');

export const digits = (min: number, max: number): FieldType =>
  patterned('Digits', /^[0-9]*$/, [min, max], '0-9', { takesNumber: true });

/** Digits with a value between `from` and `to`; leading zeros mean nothing (`05` is `5`). */
export const digitsBetween = (from: bigint, to: bigint): FieldType =>
  counting('Digits', `${from} to ${to}, digits only`, from, to, false);

/** Digits answered as a JSON number, such as an item's quantity. */
export const quantity = (from: bigint, to: bigint): FieldType =>
  counting('Digits', `${from} to ${to}, digits only`, from, to, true);

function counting(name: string, allowed: string, from: bigint, to: bigint, answersNumber: boolean): FieldType {
  const longest = to.toString().length;
  const judges = (text: string) =>
    text.length <= longest && /^[0-9]+$/.test(text) && BigInt(text) >= from && BigInt(text) <= to;
  return textType(name, allowed, judges, {
    takesNumber: true,
    canonical: (text) => BigInt(text).toString(),
    answersNumber,
  });
}

export const maskedDigits = (min: number, max: number): FieldType =>
  patterned('Masked digits', /^[0-9x]*$/, [min, max], '0-9, with x for what is masked');

export const upperAlpha = (length: number): FieldType =>
  patterned('Upper case alphabetic text', /^[A-Z]*$/, [length, length], 'A-Z');

/** @param extra further characters that the field allows, e.g. `' -'` for a post code */
export function alphanumeric(min: number, max: number, extra = ''): FieldType {
  const escaped = extra.replace(/[\\\]^-]/g, '\\$&');
  const what = `0-9, a-z, A-Z${[...extra].map((char) => `, '${char}'`).join('')}`;
  return patterned(
    extra === '' ? 'Alphanumeric' : 'Alphanumeric + additional characters',
    new RegExp(`^[0-9a-zA-Z${escaped}]*$`),
    [min, max],
    what,
  );
}

/** The interface's largest amount, in major units. */
const DECIMAL_MAX = '1000000000000';
/** Below it by its number of digits alone. */
const PLAIN_DECIMAL = /^[0-9]{1,12}(?:\.[0-9]+)?$/;
/** As `decimalText` writes it. */
const CANONICAL_DECIMAL = /^(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/;

/**
 * @param options.characters bounds on the text as sent
 * @param options.negative whether `-` is allowed
 * @param options.max the largest value; of the least one the sign is turned
 */
export function decimal(
  options: { characters?: Characters; negative?: boolean; max?: string; places?: number } = {},
): FieldType {
  const { characters = [1, 14], negative = false, max = DECIMAL_MAX, places } = options;
  const most = exactly(max)!;
  const least = negative ? { ...most, units: -most.units } : { units: 0n, scale: 0 };
  const range = `${negative ? `-${max}` : '0'} to ${max}`;
  // Most amounts are far from any bound, and need no arithmetic to be seen so.
  const plain = !negative && places === undefined && max === DECIMAL_MAX;
  const accepts = (text: string): boolean => {
    if (plain && text.length <= characters[1] && PLAIN_DECIMAL.test(text)) return true;
    const value = text.length <= characters[1] ? exactly(text) : undefined;
    if (value === undefined || (!negative && text.startsWith('-'))) return false;
    if (places !== undefined && value.scale > places) return false;
    return compare(value, least) >= 0 && compare(value, most) <= 0;
  };
  return textType('Decimal', `a decimal number of ${bounds(characters)}, ${range}`, accepts, {
    takesNumber: true,
    canonical: (text) => (CANONICAL_DECIMAL.test(text) ? text : decimalText(exactly(text)!)),
    answersNumber: true,
  });
}

/** A JSON number without a fraction; its digits as a string are taken too. */
export const integer = (from: bigint, to: bigint): FieldType =>
  counting('Integer', `an integer, ${from} to ${to}`, from, to, true);

export const boolean = (): FieldType => ({
  name: 'Boolean',
  allowed: 'true or false',
  accepts: (value) => typeof value === 'boolean',
  get schema() {
    return z.boolean();
  },
  takesNumber: false,
  answersNumber: false,
});

export function enumeration<const V extends string>(
  ...values: readonly [V, ...V[]]
): FieldType & { readonly values: readonly V[] } {
  const known: ReadonlySet<unknown> = new Set(values);
  return {
    name: 'Enumeration',
    allowed: `one of ${values.join(', ')}`,
    accepts: (value) => known.has(value),
    get schema() {
      return z.enum(values) as unknown as z.ZodType<string>;
    },
    takesNumber: false,
    answersNumber: false,
    values,
  };
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A real day of the calendar: the 30th of February is none. */
function isDate(text: string): boolean {
  const found = DATE.exec(text);
  if (found === null) return false;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const date = (): FieldType => textType('Date', 'a date, yyyy-mm-dd', isDate);

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]([01]\d|2[0-3])(:[0-5]\d)?)$/;

export const time = (): FieldType =>
  textType('Time', 'a time, hh:mm[:ss]Z or hh:mm[:ss](+/-)hh[:mm]', (text) => TIME.test(text));

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

export const dateTime = (): FieldType =>
  textType('DateTime', 'an instant, YYYY-MM-DDThh:mm:ss.SSSZ', (text) => {
    const found = DATE_TIME.exec(text);
    return found !== null && isDate(found[1]!);
  });

/** Longer than eleven characters, the interface says; the upper bound is what browsers and servers carry. */
const URL_CHARACTERS: Characters = [12, 2_048];

/**
 * An absolute https URL as both we and a browser read it: no user information, no backslash, no white space or
 * control character that one of the two would drop. `http://localhost` and `http://127.0.0.1` pass too where the
 * gateway runs in sandbox mode (`liveRule`), so that a laptop can try a whole payment.
 */
export const url = (): FieldType =>
  textType('Url', 'an https URL of 12 to 2048 characters', (text) => counted(text, URL_CHARACTERS) && isSafeUrl(text), {
    liveRule: (text) => /^https:/i.test(text),
  });

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters to refuse.
const URL_FORBIDDEN = /[\x00-\x20\x7f\\<>"`{}|^]/;

function isSafeUrl(text: string): boolean {
  if (URL_FORBIDDEN.test(text) || !/^https?:\/\/[^/]/i.test(text)) return false;
  const parsed = URL.parse(text);
  if (parsed === null || parsed.username !== '' || parsed.password !== '' || parsed.hostname === '') return false;
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return false;
  if (parsed.protocol === 'https:') return true;
  return parsed.hostname === 'localhost' || parsed.hostname === '127.0.0.1';
}

const EMAIL = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;
/** RFC 5321: a path has at most 254 characters. */
const EMAIL_CHARACTERS: Characters = [4, 254];

export const email = (): FieldType =>
  textType(
    'Email',
    'an e-mail address of 4 to 254 characters',
    (text) => counted(text, EMAIL_CHARACTERS) && EMAIL.test(text),
  );

export const hex = (min: number, max: number): FieldType =>
  patterned('Hex', /^[0-9a-fA-F]*$/, [min, max], '0-9, a-f, A-F');

export const base64 = (min: number, max: number): FieldType =>
  patterned('Base64', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, [min, max], 'Base64');

/** @param pattern tried on at most `max` characters @param message what the interface says when it does not match */
export const matching = (pattern: RegExp, min: number, max: number, message: string): FieldType =>
  textType('Regex', message, (text) => counted(text, [min, max]) && pattern.test(text));
