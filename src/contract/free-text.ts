/**
 * Detects card numbers in fields that are not meant for them: people type them into notes, references and names, and
 * systems copy them there. Such text is stored, answered and forwarded in clear, so card numbers are masked on reading,
 * or the request is refused, depending on the merchant's profile.
 *
 * Three fields are refused by their types regardless of the profile, as the interface requires: `withoutCardData`.
 */
import { CARD_DATA_CHARACTERS_MIN, cardDataIn, holdsCardData, PHONE_DIGITS } from './card-data.ts';
import { withoutCardNumbers } from './card-data-mask.ts';
import { asciiDigits } from './card-rules.ts';
import type { Field } from './field.ts';
import { plainText } from './plain-text.ts';

/** The values of `cardNumbersInText` in the profile. */
export type CardNumbersInText = 'MASK' | 'REFUSE';

/**
 * KEEP leaves the text as it was sent, for the request fingerprint only. Sensitive authentication data is masked even
 * then.
 */
export type TextRule = CardNumbersInText | 'KEEP';

/** Types of text that people type. Values of other types cannot look like a card number. */
const FREE_TEXT_TYPES: ReadonlySet<string> = new Set([
  'ASCII Text',
  'Alphanumeric',
  'Alphanumeric + additional characters',
  'Email',
  'Regex',
  'String',
]);

/** A security code typed into the field for the name. Names do not consist of digits only. */
const SECURITY_CODE = /^\s*[0-9]{3,4}\s*$/;

/**
 * True if the field has typed text, in which card numbers are masked. They are not masked in an id, which must be the
 * same in the next request, nor in a URL, which would lead elsewhere: a URL with a card number is refused.
 */
function isFreeText({ type }: Field): boolean {
  return FREE_TEXT_TYPES.has(type.name);
}

/**
 * The minimum digits of a card number in a URL. Cards in use have at least this many, and shops use order numbers of
 * thirteen digits, which are repeated in URLs.
 */
const CARD_DIGITS_OF_URL_MIN = 14;

/**
 * @param ids the ids of the request: digits of the URL that also occur in an id are not a card number
 * @returns true if a URL may be stored in clear
 */
function isFreeOfCards(text: string, rule: TextRule, ids: readonly string[]): boolean {
  return [text, percentDecode(text)].every((written) => {
    if (!holdsCardData(written)) {
      return true;
    }
    const { plain } = plainText(written);
    const { numbers, tracks } = cardDataIn(plain);
    const digits = numbers.map(([from, to]) => plain.slice(from, to).replace(/\D/g, ''));
    const isHarmless = (number: string) =>
      number.length < CARD_DIGITS_OF_URL_MIN || ids.some((id) => id.replace(/\D/g, '').includes(number));
    return rule !== 'REFUSE' && tracks.length === 0 && digits.every(isHarmless);
  });
}

/** The URL after percent-decoding, as its receiver reads it. */
function percentDecode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/**
 * @param text the value of a field without `secret`, already accepted by its type
 * @param ids the ids of the request, which URLs may repeat
 * @returns the text that may be stored; undefined if it is refused
 */
export function storableText(
  field: Field,
  text: string,
  rule: TextRule = 'MASK',
  ids: readonly string[] = [],
): string | undefined {
  const { holds, type } = field;
  if (holds === 'NAME_ON_CARD' && SECURITY_CODE.test(asciiDigits(text))) {
    return text.replace(/[^\s]/g, 'x');
  }
  // This runs for every text of every request, so the cheapest tests come first.
  if (type.name === 'Url') {
    return isFreeOfCards(text, rule, ids) ? text : undefined;
  }
  const isMasked = rule !== 'REFUSE';
  if (text.length < CARD_DATA_CHARACTERS_MIN || (isMasked && holds === 'ID') || !isFreeText(field)) {
    return text;
  }
  if ((holds === 'PHONE_OR_PRODUCT' && isShort(text)) || !holdsCardData(text)) {
    return text;
  }
  if (rule === 'KEEP' && !holdsTrack(text)) {
    return text;
  }
  const masked = isMasked ? withoutCardNumbers(text) : undefined;
  return masked !== undefined && type.accepts(masked) ? masked : undefined;
}

/** @param name a name that the merchant chose, such as in `order.custom` */
export function storableName(name: string, rule: TextRule = 'MASK'): string | undefined {
  if (!holdsCardData(name) || (rule === 'KEEP' && !holdsTrack(name))) {
    return name;
  }
  return rule === 'REFUSE' ? undefined : withoutCardNumbers(name);
}

/**
 * True if a text has as many digits as an international telephone number without `+`, a UPC or an EAN. Few cards have
 * so few digits.
 */
function isShort(text: string): boolean {
  return PHONE_DIGITS.includes(asciiDigits(text).replace(/[^0-9]/g, '').length);
}

/** True if a text contains track data, from which no derived data may be stored. */
function holdsTrack(text: string): boolean {
  return cardDataIn(plainText(text).plain).tracks.length > 0;
}
