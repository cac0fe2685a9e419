/**
 * Normalizes text as a reader sees it, to search it for numbers: digits of every script become ASCII, JSON escapes
 * become their characters, and invisible characters are removed. Positions map back to the original text.
 */

/** Soft hyphens, joiners, directional marks and variation selectors: invisible, but they separate digits. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** A character, or its JSON escape: `\t`, `\/`, `\u00a0`, with more backslashes in JSON within JSON. */
const CHARACTERS = /\\{1,4}(?:u([0-9a-f]{4})|[bfnrt/])|./gisu;

/** Characters that need normalization. */
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
  /** The range in the original text of the character at a position of `plain`. */
  readonly written: (at: number) => readonly [from: number, to: number];
}

/**
 * True if a text may contain `least` digits, of any script, with few other characters and no letters between them. Runs
 * for every incoming text, and reads most texts only once.
 *
 * @param gap the maximum number of characters between two of the digits
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
      // The text has a character or escape that may be a digit of another script, or be invisible between digits. Count
      // digits of all scripts.
      return (text.match(DIGITS)?.length ?? 0) >= least;
    } else if (digits > 0) {
      since += 1;
      // Setting bit 5 of an ASCII letter converts it to lower case.
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
  // An escape without a code is white space or a slash, which counts as a gap.
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
  // Superscript, circled and full-width digits are compatible with ASCII digits; other scripts have their own.
  const compatible = character.normalize('NFKC');
  if (/^[0-9]$/.test(compatible)) {
    return compatible;
  }
  return DIGIT.test(character) ? digitOf(code) : character;
}

/** In Unicode the digits of each script are consecutive from 0 to 9, and some scripts' digits are adjacent. */
function digitOf(code: number): string {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) {
    zero -= 1;
  }
  return String((code - zero) % 10);
}
