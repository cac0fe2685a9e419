/**
 * The interface's type conventions as constructors: each makes one `FieldType` from its bounds. Everything that depends
 * on a type (validating a request, explaining what was allowed, writing an answer) reads it from there.
 *
 * @example
 *   string(1, 40).accepts('ORDER-1') // true
 *   digitsBetween(1n, 12n).canonical('05') // '5'
 */
import { z } from 'zod';

/** @typeParam V what an accepted value is */
export interface FieldType<V extends string | boolean | string[] = string | boolean | string[]> {
  /** The convention's name, as documentation shows it. */
  readonly name: string;
  /** What is allowed, for a merchant who sent something else. */
  readonly allowed: string;
  /** What is wrong with this text, if that says more than `allowed`. Never a character of card data. */
  readonly explain?: (text: string) => string | undefined;
  /** Validates the text (or, for Boolean, the value) of a request. */
  readonly accepts: (value: unknown) => boolean;
  /** JSON Schema keywords of the value, as far as they can express it: bounds, pattern, values. */
  readonly keywords: Keywords;
  /** The same validation as a zod schema, for everything that uses zod. Made at the first use. */
  readonly schema: z.ZodType<V>;
  /** A JSON number is accepted too, by its exact text. */
  readonly takesNumber: boolean;
  /** A JSON Boolean is accepted too, by its text. */
  readonly takesBoolean?: boolean;
  /** Normalizes a request's text, as libraries and browsers write it, to the form that `accepts` knows. */
  readonly plain?: (text: string) => string;
  /** Equal values become equal text: `1.0` and `1.00`, `05` and `5`. */
  readonly canonical?: (text: string) => string;
  /** Answers write the text as a JSON number. */
  readonly answersNumber: boolean;
  /** The number that answers write, where it is not the stored one. */
  readonly written?: (text: string) => string;
  /** A further rule that applies unless requests may name this machine: see `url`. */
  readonly liveRule?: (text: string) => boolean;
}

export interface Keywords {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  /** Of the value if it is a JSON number; absent if a number could not express the bound exactly. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of an array's elements. */
  readonly items?: Keywords;
}

export type Characters = readonly [min: number, max: number];

/**
 * UTF-16 units, checked before any pattern runs. Nothing in the interface is longer than 4,000 characters, each of
 * which may need two of them.
 */
const UNITS_MAX = 8_192;

type Traits = Partial<
  Pick<FieldType, 'takesNumber' | 'canonical' | 'plain' | 'answersNumber' | 'liveRule' | 'explain' | 'keywords'>
>;

/** A type of texts; every other constructor of a text type ends here. */
export function textType(
  name: string,
  allowed: string,
  judges: (text: string) => boolean,
  traits: Traits = {},
): FieldType<string> {
  const accepts = (value: unknown) => typeof value === 'string' && value.length <= UNITS_MAX && judges(value);
  let schema: z.ZodType<string> | undefined;
  return {
    name,
    allowed,
    accepts,
    keywords: {},
    get schema() {
      schema ??= z
        .string()
        .refine(accepts)
        .meta({ ...traits.keywords });
      return schema;
    },
    takesNumber: false,
    answersNumber: false,
    ...traits,
  };
}

/** Whether a text has so many characters. They are code points: an emoji counts as one. */
export function counted(text: string, [min, max]: Characters): boolean {
  if (text.length < min) {
    return false;
  }
  if (text.length <= max) {
    return min <= 1 || codePoints(text) >= min;
  }
  return codePoints(text) <= max && codePoints(text) >= min;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

export function bounds([min, max]: Characters, what = 'characters'): string {
  return min === max ? `exactly ${min} ${what}` : `${min} to ${max} ${what}`;
}

export function lengths([minLength, maxLength]: Characters): Keywords {
  return { minLength, maxLength };
}

/** Bounds of a number, as far as JSON's numbers express them exactly. */
export function between(least: string, most: string): Keywords {
  const [minimum, maximum] = [Number(least), Number(most)];
  return {
    ...(Math.abs(minimum) <= Number.MAX_SAFE_INTEGER && { minimum }),
    ...(Math.abs(maximum) <= Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

/** The interface's patterns accept ASCII alone, in which a character is a unit, so code points need no counting. */
function patterned(name: string, pattern: RegExp, size: Characters, what: string, traits?: Traits): FieldType<string> {
  const [min, max] = size;
  const judges = (text: string) => text.length >= min && text.length <= max && pattern.test(text);
  const keywords = { ...lengths(size), pattern: pattern.source };
  return textType(name, `${bounds(size)}: ${what}`, judges, { keywords, ...traits });
}

export const string = (min: number, max: number): FieldType<string> =>
  textType('String', bounds([min, max]), (text) => counted(text, [min, max]), { keywords: lengths([min, max]) });

/** A text, or a number or Boolean by its text: for values that callers send in any form, and that decide nothing. */
export const looseText = (max: number): FieldType<string> => ({
  ...string(1, max),
  takesNumber: true,
  takesBoolean: true,
});

/** As `looseText`, and what is longer is cut: for what a browser says of itself, which stops no payment. */
export const cutText = (max: number): FieldType<string> => ({
  ...looseText(max),
  plain: (text) => (text.length <= max ? text : [...text].slice(0, max).join('')),
});

export const ascii = (min: number, max: number): FieldType<string> =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what the type says, control characters included.
  patterned('ASCII Text', /^[\x00-\x7f]*$/, [min, max], 'ASCII');

export const digits = (min: number, max: number): FieldType<string> =>
  patterned('Digits', /^[0-9]*$/, [min, max], '0-9', { takesNumber: true });

/** Digits with a value between `from` and `to`; leading zeros have no meaning (`05` is `5`). */
export const digitsBetween = (from: bigint, to: bigint): FieldType<string> =>
  counting('Digits', `${from} to ${to}, digits only`, from, to, false);

/** Digits answered as a JSON number, such as an item's quantity. */
export const quantity = (from: bigint, to: bigint): FieldType<string> =>
  counting('Digits', `${from} to ${to}, digits only`, from, to, true);

function counting(name: string, allowed: string, from: bigint, to: bigint, answersNumber: boolean): FieldType<string> {
  const longest = to.toString().length;
  const judges = (text: string) =>
    text.length <= longest && /^[0-9]+$/.test(text) && BigInt(text) >= from && BigInt(text) <= to;
  return textType(name, allowed, judges, {
    takesNumber: true,
    canonical: (text) => BigInt(text).toString(),
    answersNumber,
    keywords: { pattern: '^[0-9]+$', ...lengths([1, longest]), ...between(from.toString(), to.toString()) },
  });
}

export const maskedDigits = (min: number, max: number): FieldType<string> =>
  patterned('Masked digits', /^[0-9x]*$/, [min, max], '0-9, with x for what is masked');

export const upperAlpha = (length: number): FieldType<string> =>
  patterned('Upper case alphabetic text', /^[A-Z]*$/, [length, length], 'A-Z');

/** @param extra further characters that the field allows, e.g. `' -'` for a post code */
export function alphanumeric(min: number, max: number, extra = ''): FieldType<string> {
  const escaped = extra.replace(/[\\\]^-]/g, '\\$&');
  const what = `0-9, a-z, A-Z${[...extra].map((char) => `, '${char}'`).join('')}`;
  return patterned(
    extra === '' ? 'Alphanumeric' : 'Alphanumeric + additional characters',
    new RegExp(`^[0-9a-zA-Z${escaped}]*$`),
    [min, max],
    what,
  );
}

/** A JSON number without a fraction; its digits as a string are taken too. */
export const integer = (from: bigint, to: bigint): FieldType<string> =>
  counting('Integer', `an integer, ${from} to ${to}`, from, to, true);

export const boolean = (): FieldType<boolean> => ({
  name: 'Boolean',
  allowed: 'true or false',
  accepts: (value) => typeof value === 'boolean',
  keywords: {},
  get schema() {
    return z.boolean();
  },
  takesNumber: false,
  answersNumber: false,
});

export function enumeration<const V extends string>(
  ...values: readonly V[]
): FieldType<V> & { readonly values: readonly V[] } {
  const known: ReadonlySet<unknown> = new Set(values);
  return {
    name: 'Enumeration',
    allowed: `one of ${values.join(', ')}`,
    accepts: (value) => known.has(value),
    keywords: { enum: values },
    get schema() {
      return z.enum(values);
    },
    takesNumber: false,
    answersNumber: false,
    values,
  };
}

export const hex = (min: number, max: number): FieldType<string> =>
  patterned('Hex', /^[0-9a-fA-F]*$/, [min, max], '0-9, a-f, A-F');

export const base64 = (min: number, max: number): FieldType<string> =>
  patterned('Base64', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, [min, max], 'Base64');

/**
 * @param pattern tested on at most `max` characters
 * @param message the interface's explanation when it does not match
 * @param name the convention that it is a case of
 */
export const matching = (
  pattern: RegExp,
  min: number,
  max: number,
  message: string,
  name = 'Regex',
): FieldType<string> =>
  textType(name, message, (text) => counted(text, [min, max]) && pattern.test(text), {
    keywords: { ...lengths([min, max]), pattern: pattern.source },
  });

/** Of answers: an array of texts of one type. */
export const texts = (of: FieldType<string>): FieldType<string[]> => ({
  name: `Array of ${of.name}`,
  allowed: `an array, each element ${of.allowed}`,
  accepts: (value) => Array.isArray(value) && value.every(of.accepts),
  keywords: { items: of.keywords },
  get schema() {
    return z.array(of.schema);
  },
  takesNumber: false,
  answersNumber: false,
});
