/**
 * A text as its reader sees it, for a search of numbers in it: digits of every script are ASCII ones, escapes of JSON
 * are their characters, and what no screen shows is gone. Each place of it has its place in the text.
 */

/** Soft hyphens, joiners, marks of writing direction and variants: nothing on a screen, but between two digits. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/**
 * One character, or as JSON writes it: `\t`, `\/`, `\u00a0`, and with more backslashes where it is JSON within JSON.
 */
const CHARACTERS = /\\{1,4}(?:u([0-9a-f]{4})|[bfnrt/])|./gisu;

/** All others are as they look. */
const UNUSUAL = /[\\\u0080-\u{10ffff}]/u;

const DIGIT = /^\p{Decimal_Number}$/u;
const DIGITS = /\p{Number}/gu;

const ASCII_ZERO = 48;
const ASCII_NINE = 57;
const SMALL_A = 97;
const SMALL_Z = 122;
const BACKSLASH = 92;
const ASCII_MAX = 127;

export interface PlainText {
  readonly plain: string;
  /** Where the character at a place of `plain` is written in the text. */
  readonly written: (at: number) => readonly [from: number, to: number];
}

/**
 * Whether a text may have so many digits, of whichever script, with no letter and little else between them. Asked of
 * every text that comes in: of nearly all of them one look at each character is enough.
 *
 * @param gap as many characters may be between two of the digits
 */
export function mayHoldDigits(text: string, least: number, gap: number): boolean {
  if (text.length < least) {
    return false;
  }
  let digits = 0;
  let since = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ASCII_ZERO && code <= ASCII_NINE) {
      digits += 1;
      since = 0;
      if (digits >= least) {
        return true;
      }
    } else if (code > ASCII_MAX || code === BACKSLASH) {
      // Digits of another script, something unseen between digits, or a character that is written in digits.
      return (text.match(DIGITS)?.length ?? 0) >= least;
    } else if (digits > 0) {
      since += 1;
      // Setting bit 5 of an ASCII letter makes it a small one.
      const small = code | 32;
      if (since > gap || (small >= SMALL_A && small <= SMALL_Z)) {
        digits = 0;
      }
    }
  }
  return false;
}

export function plainText(text: string): PlainText {
  if (!UNUSUAL.test(text)) {
    return { plain: text, written: (at) => [at, at + 1] };
  }
  let plain = '';
  const places: (readonly [number, number])[] = [];
  for (const { 0: written, 1: code, index } of text.matchAll(CHARACTERS)) {
    const shown = shownAs(written, code);
    plain += shown;
    for (let unit = 0; unit < shown.length; unit++) {
      places.push([index, index + written.length]);
    }
  }
  return { plain, written: (at) => places[at]! };
}

function shownAs(written: string, code: string | undefined): string {
  if (code !== undefined) {
    return asciiOrNothing(String.fromCharCode(Number.parseInt(code, 16)));
  }
  // An escape without a code is white space or a slash: a gap either way.
  return written.length > 1 && written.startsWith('\\') ? ' ' : asciiOrNothing(written);
}

function asciiOrNothing(character: string): string {
  const code = character.codePointAt(0)!;
  if (code <= ASCII_MAX) {
    return character;
  }
  if (INVISIBLE.test(character)) {
    return '';
  }
  // Raised, circled and full-width digits are compatible with ASCII ones; other scripts have digits of their own.
  const compatible = character.normalize('NFKC');
  if (/^[0-9]$/.test(compatible)) {
    return compatible;
  }
  return DIGIT.test(character) ? digitOf(code) : character;
}

/** Unicode has the digits of each script from 0 to 9 in a row, and some rows next to each other. */
function digitOf(code: number): string {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) {
    zero -= 1;
  }
  return String((code - zero) % 10);
}
