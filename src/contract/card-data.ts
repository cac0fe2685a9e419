/**
 * Finds card data in free text: card numbers in any notation, and the content of a magnetic stripe. A field that is
 * sent or stored in clear must not contain it.
 *
 * A number counts as a card number if it has a brand's first digits, a length of that brand, and a valid check digit.
 * One in ten other numbers with such a beginning and length also has a valid check digit. The context excludes those:
 * identifiers in hexadecimal, amounts, telephone numbers, and parts of a longer row of numbers are not card numbers.
 *
 * Limits: a number directly next to further digits is not found, and neither is one in an encoding such as base64.
 */
import { brandOf, type CardBrand, luhn, numberLengths } from './card-rules.ts';
import { mayHoldDigits, plainText } from './plain-text.ts';

/** The explanation for a refused text, which it does not quote. */
export const NO_CARD_DATA = 'no card number and no track data may stand in it';

const CARD_DIGITS_MIN = 12;
const CARD_DIGITS_MAX = 19;
/** The minimum length of text that can contain card data. */
export const CARD_DATA_CHARACTERS_MIN = CARD_DIGITS_MIN;

/** The longest gap inside one number: ` - ` is three characters. A wider gap separates table columns. */
const GAP_CHARS_MAX = 3;
const GAP = /^[\s\-\u2010-\u2015\u2212\uff0d_\uff3f.\uff0e·,\uff0c\u060c\u066b\u066c/\uff0f\\]+$/;

/**
 * Patterns of track data (ISO/IEC 7813). Track 1 and track 2 are recognised by their start sentinels. Track 2 without a
 * sentinel, which a chip also has (with `D` for `=`), is recognised by the expiry and service code after the number.
 */
const TRACKS = [/%B[\d\s]{12,23}\^/i, /;\d{12,21}=[\d=]/, /\d{12,21}[=D]\d\d(?:0[1-9]|1[0-2])\d{3}/i];

/**
 * UUIDs, and hexadecimal as long as an identifier or a digest, between characters that are neither letters nor digits.
 */
const HEXADECIMAL =
  /(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24,128})(?![0-9a-z])/gi;
/**
 * The minimum number of letters of a hexadecimal identifier. A chip's track 2 in hexadecimal has one `D` and at most
 * one `F`; few identifiers have so few letters.
 */
const HEX_LETTERS_MIN = 4;

/** A row of only amounts with cents, at least three: `12.50 103.99 7.00`. */
const AMOUNTS = /^\d{1,7}([.,])\d\d(?:(?!\1)[\s,./_-]{1,3}\d{1,7}\1\d\d){2,}$/;

/** The groups in which numbers are printed on cards; the last group may be shorter. */
const PRINTED_GROUPS = [
  [4, 4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4, 5],
  [4, 5, 6],
  [6, 13],
];

/**
 * The numbers of digits after a `+` that make a telephone number (E.164) and not a card number. Telephone numbers
 * rarely have more digits, and card numbers rarely have so few.
 */
export const PHONE_DIGITS: readonly number[] = [12, 13];
const PLUS = /(?:^|[^0-9a-z])\+$/i;

interface Group {
  readonly digits: string;
  readonly from: number;
  /** The separator before the group; empty for the first group of a row. */
  readonly gap: string;
}

/** Groups of digits separated by gaps only. */
interface Row {
  readonly groups: Group[];
  readonly from: number;
  to: number;
}

/** A range of a text: `to` is exclusive. */
export type TextSpan = readonly [from: number, to: number];

export interface CardData {
  /** Card numbers, which may overlap. */
  readonly numbers: readonly TextSpan[];
  /** Tracks with number, name, expiry, service code and the issuer's discretionary data. */
  readonly tracks: readonly TextSpan[];
}

/**
 * True if a text contains a card number or track data. Runs in linear time for any input.
 *
 * @example
 * holdsCardData('ref 5123-4500 0000.0008') // true
 * holdsCardData('20261121-000123') // false
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

/** @param plain the normalized text that `plainText` returns */
export function cardDataIn(plain: string): CardData {
  const tracks = TRACKS.flatMap((track) => [...plain.matchAll(new RegExp(track, `${track.flags}g`))]);
  const searched = withoutHexadecimal(plain);
  return {
    numbers: rowsOf(searched).flatMap((row) => [...numbersIn(row, searched)]),
    tracks: tracks.map(({ 0: found, index }): TextSpan => [index, index + found.length]),
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

function* numbersIn({ groups, from, to }: Row, text: string): Generator<TextSpan> {
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

/** Returns the last of the groups that, from `start` on, form a card number. */
function endOfCardNumber(
  groups: readonly Group[],
  start: number,
  lengthsOfOthers: readonly number[],
): Group | undefined {
  const sizes: number[] = [];
  let digits = '';
  let brand: CardBrand | undefined;
  // True if the gap before the number equals a gap inside it. The groups then belong to a longer row, unless they are
  // grouped as on a card.
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
