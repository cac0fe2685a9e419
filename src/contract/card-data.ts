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
import { brandOf, type CardBrand, luhn, numberLengths } from './card-rules.ts';
import { mayHoldDigits, plainText } from './plain-text.ts';

/** Of a refused text: repeats no character of it. */
export const NO_CARD_DATA = 'no card number and no track data may stand in it';

const CARD_DIGITS_MIN = 12;
const CARD_DIGITS_MAX = 19;
/** A shorter text holds no card data. */
export const CARD_DATA_CHARACTERS_MIN = CARD_DIGITS_MIN;

/** Between two groups of one number: ` - ` is three characters; more is two columns of a table. */
const GAP_CHARS_MAX = 3;
const GAP = /^[\s\-\u2010-\u2015\u2212\uff0d_\uff3f.\uff0e·,\uff0c\u060c\u066b\u066c/\uff0f\\]+$/;

/**
 * ISO/IEC 7813: track 1 and track 2 by their start sentinels. Track 2 without one, as a chip has it too (with `D` for
 * `=`), by the expiry and service code that follow the number.
 */
const TRACKS = [/%B[\d\s]{12,23}\^/i, /;\d{12,21}=[\d=]/, /\d{12,21}[=D]\d\d(?:0[1-9]|1[0-2])\d{3}/i];

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
export const PHONE_DIGITS: readonly number[] = [12, 13];
const PLUS = /(?:^|[^0-9a-z])\+$/i;

interface Group {
  readonly digits: string;
  /** Its place in the text. */
  readonly from: number;
  /** What separates it from the group before; empty for the first of a row. */
  readonly gap: string;
}

/** Groups of digits with nothing but gaps between them. */
interface Row {
  readonly groups: Group[];
  readonly from: number;
  to: number;
}

/** Where something stands in a text: from the first place to the one after the last. */
export type Span = readonly [from: number, to: number];

export interface CardData {
  /** Card numbers, which may overlap. */
  readonly numbers: readonly Span[];
  /** Tracks: number, name, expiry, service code and what the issuer added. */
  readonly tracks: readonly Span[];
}

/**
 * Whether a text holds a card number or track data. Takes time in proportion to the text's length, whatever it is.
 *
 * @example
 *   holdsCardData('ref 5123-4500 0000.0008') // true
 *   holdsCardData('20261121-000123') // false
 */
export function holdsCardData(text: string): boolean {
  if (!mayHoldDigits(text, CARD_DIGITS_MIN, GAP_CHARS_MAX)) {
    return false;
  }
  const { plain } = plainText(text);
  if (TRACKS.some((track) => track.test(plain))) {
    return true;
  }
  const searched = withoutHexadecimal(plain);
  return rowsOf(searched).some((row) => !numbersIn(row, searched).next().done);
}

/** @param plain as `plainText` gives it */
export function cardDataIn(plain: string): CardData {
  const tracks = TRACKS.flatMap((track) => [...plain.matchAll(new RegExp(track, `${track.flags}g`))]);
  const searched = withoutHexadecimal(plain);
  return {
    numbers: rowsOf(searched).flatMap((row) => [...numbersIn(row, searched)]),
    tracks: tracks.map(({ 0: found, index }): Span => [index, index + found.length]),
  };
}

function withoutHexadecimal(text: string): string {
  return text.replace(HEXADECIMAL, (word) => {
    const letters = word.match(/[a-f]/gi)?.length ?? 0;
    return letters < HEX_LETTERS_MIN ? word : 'x'.repeat(word.length);
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
    row.groups.push({ digits, from: index, gap: row.to === index ? '' : gap });
    row.to = index + digits.length;
  }
  return rows;
}

function* numbersIn({ groups, from, to }: Row, text: string): Generator<Span> {
  if (groups.length > 1 && AMOUNTS.test(text.slice(from, to))) {
    return;
  }
  const phone = PLUS.test(text.slice(Math.max(0, from - 2), from));
  for (const [start, group] of groups.entries()) {
    const last = endOfCardNumber(groups, start, start === 0 && phone ? PHONE_DIGITS : []);
    if (last !== undefined) {
      yield [group.from, last.from + last.digits.length];
    }
  }
}

/** The last of the groups from `start` on that are a card number together. */
function endOfCardNumber(
  groups: readonly Group[],
  start: number,
  lengthsOfOthers: readonly number[],
): Group | undefined {
  const sizes: number[] = [];
  let digits = '';
  let brand: CardBrand | undefined;
  // The gap before it is the same as inside it: one part of a row like the others, unless printed as cards are.
  let alike = false;
  for (let at = start; at < groups.length; at++) {
    const group = groups[at]!;
    digits += group.digits;
    if (digits.length > CARD_DIGITS_MAX) {
      return undefined;
    }
    sizes.push(group.digits.length);
    alike ||= at > start && group.gap === groups[start]!.gap;
    if (alike && !isPrinted(sizes)) {
      return undefined;
    }
    if (digits.length < CARD_DIGITS_MIN) {
      continue;
    }
    brand ??= brandOf(digits);
    if (brand === undefined) {
      return undefined;
    }
    const possible = numberLengths(brand).includes(digits.length) && !lengthsOfOthers.includes(digits.length);
    if (possible && luhn(digits)) {
      return group;
    }
  }
  return undefined;
}

function isPrinted(sizes: readonly number[]): boolean {
  const last = sizes.length - 1;
  return PRINTED_GROUPS.some((printed) =>
    sizes.every((size, at) => size === printed[at] || (at === last && size < (printed[at] ?? 0))),
  );
}
