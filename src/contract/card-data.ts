/**
 * Finds card data in free text: card numbers in any notation, and the content of a magnetic stripe. A field that is
 * sent or stored in clear must not contain it.
 *
 * A number counts as a card's by its brand's first digits, a length of that brand, and the check digit. One in ten of
 * all other numbers of such a beginning and length has a right check digit too, and nothing in its digits distinguishes
 * it. Its surroundings do: identifiers in hexadecimal, amounts, telephone numbers, and parts of a longer row of numbers
 * are not card numbers.
 *
 * Not found: a number directly next to further digits, and one in an encoding such as base64.
 */
import { asciiDigits, brandOf, type CardBrand, luhn, numberLengths } from './card-rules.ts';

const CARD_DIGITS_MIN = 12;
const CARD_DIGITS_MAX = 19;

/** Between two groups of one number: ` - ` is three characters; more is two columns of a table. */
const GAP_CHARS_MAX = 3;
const GAP = /^[\s\-\u2010-\u2015\u2212\uff0d_\uff3f.\uff0e·,\uff0c\u060c\u066b\u066c/\uff0f\\]+$/;

/** Soft hyphens, joiners and marks of writing direction: nothing on a screen, but something between two digits. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** As JSON writes characters: `\t`, `\/`, `\u00a0`, and with more backslashes where it is JSON within JSON. */
const ESCAPE = /\\{1,4}(?:u([0-9a-f]{4})|[bfnrt/])/gi;

/**
 * ISO/IEC 7813: track 1 and track 2 by their start sentinels. Track 2 without one, as a chip has it too (with `D` for
 * `=`), by the expiry and service code that follow the number.
 */
const TRACKS = [/%B[\d\s]{12,23}\^/i, /;\d{12,21}=[\d=]/, /\d{12}[=D]\d\d(?:0[1-9]|1[0-2])\d{3}/i];

/**
 * UUIDs, and hexadecimal as long as an identifier or a digest, between characters that are neither letters nor digits.
 */
const HEXADECIMAL =
  /(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24,128})(?![0-9a-z])/gi;
/** A chip's track 2 is hexadecimal with one `D` and at most one `F`; few identifiers have so few letters. */
const HEX_LETTERS_MIN = 4;

/** `12.50 103.99 7.00`: three or more amounts with cents, and nothing else in the row. */
const AMOUNTS = /^\d{1,7}([.,])\d\d(?:(?!\1)[\s,./_-]{1,3}\d{1,7}\1\d\d){2,}$/;

/** How numbers are printed on cards; the last group may be shorter. */
const PRINTED_GROUPS = [
  [4, 4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4, 5],
  [4, 5, 6],
  [6, 13],
];

/**
 * E.164 after a `+`. Only these two lengths: more digits are rarely a telephone's, and cards that have so few even more
 * rarely are used.
 */
const PHONE_DIGITS = [12, 13];
const PLUS = /(?:^|[^0-9a-z])\+$/i;

interface Group {
  readonly digits: string;
  /** What separates it from the group before; empty for the first of a row. */
  readonly gap: string;
}

/** Groups of digits with nothing but gaps between them. */
interface Row {
  readonly groups: Group[];
  readonly from: number;
  to: number;
}

/**
 * Whether a text holds a card number or track data. Takes time in proportion to the text's length, whatever it is.
 *
 * @example
 *   holdsCardData('ref 5123-4500 0000.0008') // true
 *   holdsCardData('20261121-000123') // false
 */
export function holdsCardData(text: string): boolean {
  const plain = asciiDigits(unescaped(text).replace(INVISIBLE, ''));
  if (TRACKS.some((track) => track.test(plain))) {
    return true;
  }
  const searched = withoutHexadecimal(plain);
  return rowsOf(searched).some((row) => holdsCardNumber(row, searched));
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_escape, code?: string) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function withoutHexadecimal(text: string): string {
  return text.replace(HEXADECIMAL, (word) => {
    const letters = word.match(/[a-f]/gi)?.length ?? 0;
    return letters < HEX_LETTERS_MIN ? word : 'x';
  });
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let row: Row | undefined;
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    const gap = row !== undefined && index - row.to <= GAP_CHARS_MAX ? text.slice(row.to, index) : '';
    if (row === undefined || !GAP.test(gap)) {
      row = { groups: [], from: index, to: index };
      rows.push(row);
    }
    row.groups.push({ digits, gap: row.to === index ? '' : gap });
    row.to = index + digits.length;
  }
  return rows;
}

function holdsCardNumber({ groups, from, to }: Row, text: string): boolean {
  if (groups.length > 1 && AMOUNTS.test(text.slice(from, to))) {
    return false;
  }
  const phone = PLUS.test(text.slice(Math.max(0, from - 2), from));
  return groups.some((_, start) => startsCardNumber(groups, start, start === 0 && phone ? PHONE_DIGITS : []));
}

/** Whether some of the groups from `start` on are a card number together. */
function startsCardNumber(groups: readonly Group[], start: number, lengthsOfOthers: readonly number[]): boolean {
  const sizes: number[] = [];
  let digits = '';
  let brand: CardBrand | undefined;
  // The gap before it is the same as inside it: one part of a row like the others, unless printed as cards are.
  let alike = false;
  for (let at = start; at < groups.length; at++) {
    const group = groups[at]!;
    digits += group.digits;
    if (digits.length > CARD_DIGITS_MAX) {
      return false;
    }
    sizes.push(group.digits.length);
    alike ||= at > start && group.gap === groups[start]!.gap;
    if (alike && !isPrinted(sizes)) {
      return false;
    }
    if (digits.length < CARD_DIGITS_MIN) {
      continue;
    }
    brand ??= brandOf(digits);
    if (brand === undefined) {
      return false;
    }
    const possible = numberLengths(brand).includes(digits.length) && !lengthsOfOthers.includes(digits.length);
    if (possible && luhn(digits)) {
      return true;
    }
  }
  return false;
}

function isPrinted(sizes: readonly number[]): boolean {
  const last = sizes.length - 1;
  return PRINTED_GROUPS.some((printed) =>
    sizes.every((size, at) => size === printed[at] || (at === last && size < (printed[at] ?? 0))),
  );
}
