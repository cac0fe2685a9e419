/**
 * The interface's type conventions as constructors: each makes a `FieldType` from its bounds. Validation, explanations
 * and the writing of answers all read the type.
 *
 * @example
 * string(1, 40).accepts('ORDER-1') // true
 * digitsBetween(1n, 12n).canonical('05') // '5'
 */

/** The types that an accepted value can have. */
export type AcceptedValue = string | boolean | string[];

/** Carries the value type at compile time. The member does not exist at run time. */
declare const VALUE_TYPE: unique symbol;

/** Marks a type whose values answers write as JSON numbers. It does not exist at run time. */
export interface WrittenAsNumber {
  readonly writtenAsNumber: true;
}

/** Carries the type of values in answers at compile time. The member does not exist at run time. */
declare const ANSWER_TYPE: unique symbol;

/**
 * @typeParam V the type of an accepted value
 * @typeParam A the type of the value in answers
 */
export interface FieldType<V extends AcceptedValue = AcceptedValue, A = AcceptedValue extends V ? unknown : V>
  extends TypeTraits {
  readonly [VALUE_TYPE]?: V;
  readonly [ANSWER_TYPE]?: A;
  /** JSON Schema keywords of the value, as far as they can express its bounds, pattern and values. */
  readonly keywords: Keywords;
  /** True if a JSON number is accepted too; the value is then its source text. */
  readonly takesNumber: boolean;
  /** True if a JSON Boolean is accepted too; the value is then its text. */
  readonly takesBoolean: boolean;
  /** True if answers write the text as a JSON number. */
  readonly answersNumber: boolean;
}

interface TypeTraits {
  /** The name of the type convention, as the documentation shows it. */
  readonly name: string;
  /** The allowed values, for the explanation of a refusal. */
  readonly allowed: string;
  /** Validates the text (or, for Boolean, the value) of a request. */
  readonly accepts: (value: unknown) => boolean;
  readonly keywords?: Keywords;
  readonly takesNumber?: boolean;
  readonly takesBoolean?: boolean;
  readonly answersNumber?: boolean;
  /** Explains the problem of a text if more can be said than `allowed`. The explanation must not quote card data. */
  readonly explain?: ((text: string) => string | undefined) | undefined;
  /** Normalizes the notations of libraries and browsers to the form that `accepts` expects. */
  readonly plain?: ((text: string) => string) | undefined;
  /** Maps equal values to equal text: `1.0` and `1.00`, `05` and `5`. */
  readonly canonical?: ((text: string) => string) | undefined;
  /** Converts a stored number to the number in answers, if they differ. */
  readonly written?: ((text: string) => string) | undefined;
  /** An additional rule of live mode, in which requests must not name this machine: see `url`. */
  readonly liveRule?: ((text: string) => boolean) | undefined;
  /** The values of an enumeration. */
  readonly values?: readonly string[] | undefined;
}

/**
 * Makes a type. Every type has all members in this order: each field of each message is read and written by its type,
 * and objects of one shape are the fastest to read.
 */
export function fieldType<V extends AcceptedValue, A = V>({
  name,
  allowed,
  accepts,
  keywords = {},
  takesNumber = false,
  takesBoolean = false,
  answersNumber = false,
  explain,
  plain,
  canonical,
  written,
  liveRule,
  values,
}: TypeTraits): FieldType<V, A> {
  return {
    name,
    allowed,
    accepts,
    keywords,
    takesNumber,
    takesBoolean,
    answersNumber,
    explain,
    plain,
    canonical,
    written,
    liveRule,
    values,
  };
}

/** The type of a number, whose value is its text. */
export type NumberType = FieldType<string, WrittenAsNumber>;

export interface Keywords {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  /** The bounds of the value. Absent if a JSON number cannot express a bound exactly. */
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Keywords of an array's elements. */
  readonly items?: Keywords;
}

export type Characters = readonly [min: number, max: number];

/**
 * The maximum length of any text in UTF-16 units, checked before a pattern runs. The interface's longest text has 4,000
 * characters, of up to two units each.
 */
const UNITS_MAX = 8_192;

type Traits = Partial<Omit<TypeTraits, 'name' | 'allowed' | 'accepts'>>;

/**
 * The base of all text types.
 *
 * @typeParam A the type of the value in answers: `WrittenAsNumber` with the trait `answersNumber`
 */
export function textType<A = string>(
  name: string,
  allowed: string,
  judges: (text: string) => boolean,
  traits: Traits = {},
): FieldType<string, A> {
  const accepts = (value: unknown) => typeof value === 'string' && value.length <= UNITS_MAX && judges(value);
  return fieldType({ name, allowed, accepts, ...traits });
}

/** True if the length of a text, in code points, is within the bounds. */
export function isLengthWithin(text: string, [min, max]: Characters): boolean {
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

/** JSON Schema bounds of a number, if JSON numbers express them exactly. */
export function between(least: string, most: string): Keywords {
  const [minimum, maximum] = [Number(least), Number(most)];
  return {
    minimum: Math.abs(minimum) <= Number.MAX_SAFE_INTEGER ? minimum : undefined,
    maximum: Math.abs(maximum) <= Number.MAX_SAFE_INTEGER ? maximum : undefined,
  };
}

/** The interface's patterns accept ASCII only, so the length in UTF-16 units equals the number of characters. */
function patternType(
  name: string,
  pattern: RegExp,
  size: Characters,
  what: string,
  traits?: Traits,
): FieldType<string> {
  const [min, max] = size;
  const judges = (text: string) => text.length >= min && text.length <= max && pattern.test(text);
  const keywords = { ...lengths(size), pattern: pattern.source };
  return textType(name, `${bounds(size)}: ${what}`, judges, { keywords, ...traits });
}

export const string = (min: number, max: number): FieldType<string> =>
  textType('String', bounds([min, max]), (text) => isLengthWithin(text, [min, max]), { keywords: lengths([min, max]) });

/**
 * A text, number or Boolean, read as text. For values that callers send in any form and that do not affect a decision.
 */
export const looseText = (max: number): FieldType<string> =>
  fieldType({ ...string(1, max), takesNumber: true, takesBoolean: true });

/** Like `looseText`, but a longer text is truncated to `max`. For browser data, which must not stop a payment. */
export const cutText = (max: number): FieldType<string> =>
  fieldType({
    ...looseText(max),
    plain: (text) => (text.length <= max ? text : [...text].slice(0, max).join('')),
  });

export const ascii = (min: number, max: number): FieldType<string> =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what the type says, control characters included.
  patternType('ASCII Text', /^[\x00-\x7f]*$/, [min, max], 'ASCII');

export const digits = (min: number, max: number): FieldType<string> =>
  patternType('Digits', /^[0-9]*$/, [min, max], '0-9', { takesNumber: true });

/** Digits with a value between `from` and `to`. Leading zeros are insignificant (`05` is `5`). */
export const digitsBetween = (from: bigint, to: bigint): FieldType<string> =>
  counting('Digits', `${from} to ${to}, digits only`, from, to, false);

/** Digits answered as a JSON number, such as an item's quantity. */
export const quantity = (from: bigint, to: bigint): NumberType =>
  counting('Digits', `${from} to ${to}, digits only`, from, to, true);

function counting<A>(
  name: string,
  allowed: string,
  from: bigint,
  to: bigint,
  answersNumber: boolean,
): FieldType<string, A> {
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
  patternType('Masked digits', /^[0-9x]*$/, [min, max], '0-9, with x for what is masked');

export const upperAlpha = (length: number): FieldType<string> =>
  patternType('Upper case alphabetic text', /^[A-Z]*$/, [length, length], 'A-Z');

/** @param extra further allowed characters, for example `' -'` for a post code */
export function alphanumeric(min: number, max: number, extra = ''): FieldType<string> {
  const escaped = extra.replace(/[\\\]^-]/g, '\\$&');
  const what = `0-9, a-z, A-Z${[...extra].map((char) => `, '${char}'`).join('')}`;
  return patternType(
    extra === '' ? 'Alphanumeric' : 'Alphanumeric + additional characters',
    new RegExp(`^[0-9a-zA-Z${escaped}]*$`),
    [min, max],
    what,
  );
}

/** A JSON number without a fraction. Its digits as a string are accepted too. */
export const integer = (from: bigint, to: bigint): NumberType =>
  counting('Integer', `an integer, ${from} to ${to}`, from, to, true);

export const boolean = (): FieldType<boolean> =>
  fieldType({ name: 'Boolean', allowed: 'true or false', accepts: (value) => typeof value === 'boolean' });

export interface Enumeration<V extends string> extends FieldType<V> {
  readonly values: readonly V[];
}

export function enumeration<const V extends string>(...values: readonly V[]): Enumeration<V> {
  const known: ReadonlySet<unknown> = new Set(values);
  const type = fieldType<V>({
    name: 'Enumeration',
    allowed: `one of ${values.join(', ')}`,
    accepts: (value) => known.has(value),
    keywords: { enum: values },
    values,
  });
  return type as Enumeration<V>;
}

export const hex = (min: number, max: number): FieldType<string> =>
  patternType('Hex', /^[0-9a-fA-F]*$/, [min, max], '0-9, a-f, A-F');

export const base64 = (min: number, max: number): FieldType<string> =>
  patternType('Base64', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, [min, max], 'Base64');

/**
 * @param pattern tested on at most `max` characters
 * @param message the interface's explanation of a mismatch
 * @param name the name of the type convention to which the field belongs
 */
export const matching = (
  pattern: RegExp,
  min: number,
  max: number,
  message: string,
  name = 'Regex',
): FieldType<string> =>
  textType(name, message, (text) => isLengthWithin(text, [min, max]) && pattern.test(text), {
    keywords: { ...lengths([min, max]), pattern: pattern.source },
  });

/** An array of texts of one type, for answers. */
export const texts = (of: FieldType<string>): FieldType<string[], readonly string[]> =>
  fieldType({
    name: `Array of ${of.name}`,
    allowed: `an array, each element ${of.allowed}`,
    accepts: (value) => Array.isArray(value) && value.every(of.accepts),
    keywords: { items: of.keywords },
  });
