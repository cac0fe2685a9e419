/** The text and caret of an input after a keystroke. Pure, so that each rule has its test. */
import { asciiDigits, brandOf, expiryText, numberGroups, parseExpiry } from '../../../contract/card-rules.ts';

export interface TypedText {
  readonly value: string;
  readonly caret: number;
  /** `inputType` of the event: `insertText`, `deleteContentBackward`, `insertFromPaste` …; empty for autofill. */
  readonly inputType: string;
}

export interface DisplayedText {
  readonly value: string;
  readonly caret: number;
}

/**
 * Groups the digits of a card number as its brand does. The caret stays behind the same digit.
 *
 * @example groupNumber({ value: '378282246310005', caret: 15, inputType: 'insertText' }).value // '3782 822463 10005'
 */
export function groupNumber({ value, caret, inputType }: TypedText): DisplayedText {
  const digits = digitsIn(value);
  const digitsBefore = digitsIn(value.slice(0, caret)).length;
  const shown = groupDigits(digits, numberGroups(brandOf(digits)));
  const behind = behindDigit(shown, digitsBefore);
  // Deleting forward moves the caret past a gap, where the key would otherwise have no effect.
  const gap = inputType === 'deleteContentForward' && shown[behind] === ' ' ? 1 : 0;
  return { value: shown, caret: behind + gap };
}

/**
 * Inserts the slash of `MM/YY` for the payer, parses pasted or autofilled text as a whole, and does not restore a
 * deleted character. While the caret is in the middle, the text is left as typed.
 */
export function slashExpiry({ value, caret, inputType }: TypedText): DisplayedText {
  const text = asciiDigits(value);
  if (inputType.startsWith('delete') || caret < value.length) {
    return { value: text, caret };
  }
  const whole = inputType === 'insertText' ? undefined : parseExpiry(text);
  const shown = whole === undefined ? withSlash(text.replace(/[^\d/]/g, '')) : expiryText(whole);
  return { value: shown, caret: shown.length };
}

/** The text of the input on blur: `1/2039` becomes `01/39`; text that does not parse stays. */
export function completedExpiry(value: string): string {
  const expiry = parseExpiry(value);
  return expiry === undefined ? value : expiryText(expiry);
}

/** The first rule that matches applies. */
const SLASH_RULES: readonly (readonly [RegExp, string])[] = [
  // A payer may type the year first, as in ISO 8601. 2039 is shown as 02/039 until its last digit is typed. A month of
  // two digits completes the text.
  [/^02\/0([2-9]\d)$/, '20$1/'],
  [/^20(\d\d)\/+(0[1-9]|1[0-2])$/, '$2/$1'],
  [/^(20\d\d)\/+$/, '$1/'],
  // A digit that cannot start a two-digit month.
  [/^([2-9])$/, '0$1/'],
  [/^(\d)\/+$/, '0$1/'],
  [/^(0[1-9]|1[0-2])$/, '$1/'],
  // 13 is not a month: read as January, and the first digit of a year.
  [/^1([3-9])$/, '01/$1'],
  [/^(0[1-9]|1[0-2])\/*(\d{1,4})$/, '$1/$2'],
  [/^(\d\d)\/+$/, '$1/'],
];

function withSlash(text: string): string {
  const rule = SLASH_RULES.find(([pattern]) => pattern.test(text));
  return rule === undefined ? text : text.replace(rule[0], rule[1]);
}

function digitsIn(text: string): string {
  return asciiDigits(text).replace(/\D/g, '');
}

function groupDigits(digits: string, sizes: readonly number[]): string {
  const groups: string[] = [];
  let start = 0;
  for (const size of sizes) {
    groups.push(digits.slice(start, start + size));
    start += size;
  }
  groups.push(digits.slice(start));
  return groups.filter((group) => group !== '').join(' ');
}

function behindDigit(text: string, count: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === count) {
      return index;
    }
    if (text[index] !== ' ') {
      seen++;
    }
  }
  return text.length;
}
