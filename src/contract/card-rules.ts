/**
 * Validation rules on a card's digits. The payment page applies them while the payer types, and the server applies them
 * to the posted form. Both import this file, which has no dependencies.
 *
 * The brand table replaces that of the package `card-validator`, which knows more local brands but not UATP, and is
 * larger than the whole script of the page. A test compares the two.
 */

export const CARD_BRANDS = [
  'VISA',
  'MASTERCARD',
  'AMEX',
  'DINERS_CLUB',
  'DISCOVER',
  'JCB',
  'CHINA_UNIONPAY',
  'MAESTRO',
  'UATP',
] as const;

export type CardBrand = (typeof CARD_BRANDS)[number];

/**
 * The problem of one input. `tooShort`: the number may become valid with more digits. `paymentCard`: a gift card's
 * field contains the number of a payment card.
 */
export type CardProblem = 'missing' | 'invalid' | 'tooShort' | 'expired' | 'paymentCard';

export interface Expiry {
  /** 1 to 12. */
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

interface BrandRule {
  /** First digits: a single prefix (`34`) or a range of equal length (`51-55`). The longest match decides. */
  readonly prefixes: readonly string[];
  readonly lengths: readonly number[];
  /** Sizes of the groups in which the number is printed on the card, in order. */
  readonly groups: readonly number[];
  readonly securityCodeDigits: number;
  /** True if some cards of the brand have no security code. */
  readonly securityCodeOptional?: true;
}

const fours = [4, 4, 4, 4, 3];

const BRAND_RULES: Readonly<Record<CardBrand, BrandRule>> = {
  VISA: { prefixes: ['4'], lengths: [13, 16, 18, 19], groups: fours, securityCodeDigits: 3 },
  MASTERCARD: { prefixes: ['51-55', '2221-2720'], lengths: [16], groups: fours, securityCodeDigits: 3 },
  AMEX: { prefixes: ['34', '37'], lengths: [15], groups: [4, 6, 5], securityCodeDigits: 4 },
  DINERS_CLUB: {
    prefixes: ['300-305', '3095', '36', '38-39'],
    lengths: [14, 16, 19],
    groups: [4, 6, 4, 5],
    securityCodeDigits: 3,
  },
  DISCOVER: { prefixes: ['6011', '644-649', '65'], lengths: [16, 19], groups: fours, securityCodeDigits: 3 },
  JCB: { prefixes: ['3528-3589'], lengths: [16, 17, 18, 19], groups: fours, securityCodeDigits: 3 },
  CHINA_UNIONPAY: { prefixes: ['62', '81'], lengths: [16, 17, 18, 19], groups: fours, securityCodeDigits: 3 },
  MAESTRO: {
    prefixes: ['50', '56-59', '63', '67'],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    groups: fours,
    securityCodeDigits: 3,
    securityCodeOptional: true,
  },
  UATP: { prefixes: ['1'], lengths: [15], groups: [4, 5, 6], securityCodeDigits: 3, securityCodeOptional: true },
};

/** The interface's bounds: card and gift card numbers of 9 to 19 digits, gift card PINs of 4 to 8. */
const NUMBER_DIGITS_MIN = 9;
const NUMBER_DIGITS_MAX = 19;
const PIN_DIGITS_MIN = 4;
const PIN_DIGITS_MAX = 8;
const NAME_CHARS_MAX = 256;
const SECURITY_CODE_DIGITS_MIN = 3;
const SECURITY_CODE_DIGITS_MAX = 4;

/**
 * Zero-width characters that keyboards, password managers and copied text insert: soft hyphen, directional marks,
 * zero-width spaces and joiners, byte order mark.
 */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Separators between the groups of a number. */
const SEPARATORS = /[\s\-\u2010-\u2015\u2212.]/g;

/**
 * Twelve digits, the fewest of a card number (ISO/IEC 7812), with at most three separators between two of them; or a
 * text without letters that has three digits or more, such as a security code.
 */
const NUMBER_IN_NAME = /\d(?:[^\d\p{L}]{0,3}\d){11}|^\P{L}*\d\P{L}*\d\P{L}*\d\P{L}*$/u;

/** Code points of the digit zero in the scripts that payers type: Arabic-Indic, Persian, full-width. */
const zeros = [0x0660, 0x06f0, 0xff10];

interface PrefixRange {
  readonly brand: CardBrand;
  readonly from: string;
  readonly to: string;
}

const prefixRanges: readonly PrefixRange[] = CARD_BRANDS.flatMap((brand) =>
  BRAND_RULES[brand].prefixes.map((prefix) => {
    const [from = '', to = from] = prefix.split('-');
    return { brand, from, to };
  }),
).sort((a, b) => b.from.length - a.from.length);

/** Converts Arabic-Indic, Persian and full-width digits to ASCII. Other characters are unchanged. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (character) => {
    const code = character.charCodeAt(0);
    const zero = zeros.find((start) => code >= start && code < start + 10) ?? code;
    return String(code - zero);
  });
}

/** Removes the spaces, dashes, dots and zero-width characters between the groups of a typed number. */
export function compactNumber(text: string): string {
  return visible(asciiDigits(text)).replace(SEPARATORS, '');
}

/** Removes zero-width characters. Use it for codes and numbers only: some languages need joiners in text. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * Validates the check digit of ISO/IEC 7812.
 *
 * @param number digits only
 * @example luhn('5123450000000008') // true
 */
export function luhn(number: string): boolean {
  if (!/^\d+$/.test(number)) {
    return false;
  }
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = number.charCodeAt(number.length - 1 - place) - 48;
    const weighed = place % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/**
 * @param number digits, possibly only the first few
 * @returns undefined if the digits do not identify a worldwide brand, or not yet
 */
export function brandOf(number: string): CardBrand | undefined {
  return prefixRanges.find(({ from, to }) => {
    const start = number.slice(0, from.length);
    return start.length === from.length && start >= from && start <= to;
  })?.brand;
}

export function numberGroups(brand: CardBrand | undefined): readonly number[] {
  return brand === undefined ? fours : BRAND_RULES[brand].groups;
}

/** The numbers of digits that a card number of the brand may have. */
export function numberLengths(brand: CardBrand): readonly number[] {
  return BRAND_RULES[brand].lengths;
}

/** The number of digits of the security code. Undefined if the brand is unknown; 3 and 4 are accepted then. */
export function securityCodeLength(brand: CardBrand | undefined): number | undefined {
  return brand === undefined ? undefined : BRAND_RULES[brand].securityCodeDigits;
}

/**
 * Forms of a typed, pasted or autofilled expiry. The month may be first, or a year of four digits as in ISO 8601. Text
 * around it, such as `Exp:`, is removed before.
 */
const EXPIRY_FORMS: readonly RegExp[] = [
  /^(?<month>\d{1,2})[^\d\p{L}]+(?<year>\d{2}|\d{4})$/u,
  /^(?<year>\d{4})(?:[^\d\p{L}]+|年)(?<month>\d{1,2})$/u,
  /^(?<month>\d{1,2})(?<year>\d{2}|20\d{2})$/,
  /^(?<year>20\d{2})(?<month>\d{2})$/,
];

/**
 * Parses an expiry in any typed or pasted form: `01/39`, `1/39`, `0139`, `01 / 2039`, `012039`, `2039-01`.
 *
 * @returns undefined if the text is not a month and a year
 */
export function parseExpiry(text: string): Expiry | undefined {
  const core = visible(asciiDigits(text)).replace(/^\D+|\D+$/g, '');
  for (const form of EXPIRY_FORMS) {
    const { month, year } = form.exec(core)?.groups ?? {};
    if (Number(month) >= 1 && Number(month) <= 12) {
      return { month: Number(month), year: Number(year) < 100 ? 2000 + Number(year) : Number(year) };
    }
  }
  return undefined;
}

/** Formats an expiry date: `{ month: 1, year: 2039 }` becomes `01/39`. */
export function expiryText(expiry: Expiry): string {
  return `${pad(expiry.month)}/${pad(expiry.year % 100)}`;
}

/** Validates a card number. @param text the number as typed */
export function cardNumberProblem(text: string): CardProblem | undefined {
  const number = compactNumber(text);
  if (number === '') {
    return 'missing';
  }
  if (!/^\d+$/.test(number)) {
    return 'invalid';
  }
  const brand = brandOf(number);
  const lengths = brand === undefined ? undefined : BRAND_RULES[brand].lengths;
  const [shortest, longest] = lengths === undefined ? [NUMBER_DIGITS_MIN, NUMBER_DIGITS_MAX] : bounds(lengths);
  if (number.length < shortest) {
    return 'tooShort';
  }
  // A number between two lengths of its brand may become valid with more digits.
  if (lengths?.includes(number.length) === false) {
    return number.length < longest ? 'tooShort' : 'invalid';
  }
  return number.length <= longest && luhn(number) ? undefined : 'invalid';
}

/**
 * @param thisMonth `YYYY-MM`; a card is valid through the whole of its last month. Absent: expired cards pass, for
 * acquirers that decide (the sandbox chooses its outcome by expiry).
 */
export function expiryProblem(text: string, thisMonth?: string): CardProblem | undefined {
  if (visible(text).trim() === '') {
    return 'missing';
  }
  const expiry = parseExpiry(text);
  if (expiry === undefined) {
    return 'invalid';
  }
  return thisMonth !== undefined && `${expiry.year}-${pad(expiry.month)}` < thisMonth ? 'expired' : undefined;
}

/** True if a card of the brand may have no security code. False for an unknown brand. */
export function isSecurityCodeOptional(brand: CardBrand | undefined): boolean {
  return brand !== undefined && BRAND_RULES[brand].securityCodeOptional === true;
}

export function securityCodeProblem(text: string, brand: CardBrand | undefined): CardProblem | undefined {
  const code = compactNumber(text);
  if (code === '') {
    return isSecurityCodeOptional(brand) ? undefined : 'missing';
  }
  if (!/^\d+$/.test(code)) {
    return 'invalid';
  }
  const digits = securityCodeLength(brand);
  if (code.length < (digits ?? SECURITY_CODE_DIGITS_MIN)) {
    return 'tooShort';
  }
  return code.length > (digits ?? SECURITY_CODE_DIGITS_MAX) ? 'invalid' : undefined;
}

/**
 * The name is optional and may contain digits, as company names do. A name with as many digits as a card number, or a
 * number instead of a name, is refused, because names are stored and shown.
 */
export function nameOnCardProblem(text: string): CardProblem | undefined {
  return [...text].length > NAME_CHARS_MAX || NUMBER_IN_NAME.test(visible(asciiDigits(text))) ? 'invalid' : undefined;
}

/**
 * Gift cards have no common check digit, so any length within the bounds is valid. A valid number of a worldwide card
 * brand is refused.
 */
export function giftCardNumberProblem(text: string): CardProblem | undefined {
  const number = compactNumber(text);
  if (number === '') {
    return 'missing';
  }
  if (brandOf(number) !== undefined && cardNumberProblem(number) === undefined) {
    return 'paymentCard';
  }
  return digitsProblem(number, NUMBER_DIGITS_MIN, NUMBER_DIGITS_MAX);
}

/** The PIN is optional: some gift cards have no PIN. */
export function giftCardPinProblem(text: string): CardProblem | undefined {
  const pin = compactNumber(text);
  return pin === '' ? undefined : digitsProblem(pin, PIN_DIGITS_MIN, PIN_DIGITS_MAX);
}

function digitsProblem(digits: string, min: number, max: number): CardProblem | undefined {
  if (!/^\d+$/.test(digits) || digits.length > max) {
    return 'invalid';
  }
  return digits.length < min ? 'tooShort' : undefined;
}

function bounds(lengths: readonly number[]): readonly [number, number] {
  return [Math.min(...lengths), Math.max(...lengths)];
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
