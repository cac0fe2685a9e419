/**
 * Card numbers in fields that are not for them: people type and systems copy them into notes, references and names.
 * Such text is stored, answered and sent on in clear, so what is in it is masked as it is read, or the request is
 * refused, as the merchant's profile says.
 *
 * Three fields are refused by their types whatever the profile says, as the interface demands: `withoutCardData`.
 */
import { CARD_DATA_CHARACTERS_MIN, cardDataIn, holdsCardData, PHONE_DIGITS } from './card-data.ts';
import { withoutCardNumbers } from './card-data-mask.ts';
import { asciiDigits } from './card-rules.ts';
import type { Field } from './field.ts';
import { plainText } from './plain-text.ts';

/** A member of the merchant profile. */
export type CardNumbersInText = 'MASK' | 'REFUSE';

/** KEEP: as it was sent, for its keyed hash alone. Sensitive authentication data is masked there too. */
export type TextRule = CardNumbersInText | 'KEEP';

/** Types of the interface whose texts people type; the others have a form that no card number has. */
const TYPED: ReadonlySet<string> = new Set([
  'ASCII Text',
  'Alphanumeric',
  'Alphanumeric + additional characters',
  'Email',
  'Regex',
  'String',
]);

/** A security code in the box for the name: nobody is called that. */
const SECURITY_CODE = /^\s*[0-9]{3,4}\s*$/;

/**
 * Nothing is masked in an id, which names the same thing in the next request, nor in an address, which leads elsewhere
 * when one character of it is changed. An address with a card number is refused.
 */
function isJudged({ type }: Field): boolean {
  return TYPED.has(type.name);
}

/** Cards in use have so many digits. Shops and platforms count orders with thirteen, which addresses repeat. */
const CARD_DIGITS_OF_URL_MIN = 14;

/**
 * @param ids of the request: what an address repeats of them is no card number
 * @returns whether an address may be stored in clear
 */
function isFreeOfCards(text: string, rule: TextRule, ids: readonly string[]): boolean {
  return [text, decoded(text)].every((written) => {
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

/** As its receiver reads it. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/**
 * @param text of a field without `secret`, as its type accepts it
 * @param ids of the request, for addresses that repeat them
 * @returns what may be stored of it; undefined where it is refused
 */
export function judgedText(
  field: Field,
  text: string,
  rule: TextRule = 'MASK',
  ids: readonly string[] = [],
): string | undefined {
  const { holds, type } = field;
  if (holds === 'NAME_ON_CARD' && SECURITY_CODE.test(asciiDigits(text))) {
    return text.replace(/[^\s]/g, 'x');
  }
  // Of the three reasons to be done, the cheapest comes first: this is asked of every text of every request.
  if (type.name === 'Url') {
    return isFreeOfCards(text, rule, ids) ? text : undefined;
  }
  const isMasked = rule !== 'REFUSE';
  if (text.length < CARD_DATA_CHARACTERS_MIN || (isMasked && holds === 'ID') || !isJudged(field)) {
    return text;
  }
  if (!holdsCardData(text) || (holds === 'PHONE_OR_PRODUCT' && isShort(text))) {
    return text;
  }
  if (rule === 'KEEP' && !holdsTrack(text)) {
    return text;
  }
  const masked = isMasked ? withoutCardNumbers(text) : undefined;
  return masked !== undefined && type.accepts(masked) ? masked : undefined;
}

/** @param name that a merchant chose for a member, such as of `order.custom` */
export function judgedName(name: string, rule: TextRule = 'MASK'): string | undefined {
  if (!holdsCardData(name) || (rule === 'KEEP' && !holdsTrack(name))) {
    return name;
  }
  return rule === 'REFUSE' ? undefined : withoutCardNumbers(name);
}

/** As long as telephone numbers from abroad without their `+`, UPC and EAN; few cards have so few digits. */
function isShort(text: string): boolean {
  return PHONE_DIGITS.includes(asciiDigits(text).replace(/[^0-9]/g, '').length);
}

/** Nothing that is derived from the data of a track may be stored. */
function holdsTrack(text: string): boolean {
  return cardDataIn(plainText(text).plain).tracks.length > 0;
}
