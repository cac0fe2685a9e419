/**
 * What a magnetic stripe says: tracks 1 and 2 of a payment card, with the character sets of ISO/IEC 7811-2 and the
 * layout of ISO/IEC 7813. Start sentinel, end sentinel and check character (LRC) may be there or not, since some
 * readers strip them.
 *
 * @example readTrack2(';5123450000000008=3901201123456789?') // { number: '5123450000000008', expiry: { month: '1',
 *   year: '39' }, … }
 */

/** The interface's bounds: 79 and 40 characters are all that the stripe holds, sentinels and LRC counted. */
const TRACK1_CHARACTERS_MAX = 79;
const TRACK2_CHARACTERS_MAX = 40;

/**
 * Of those, the characters between the sentinels: the limit for a stripe without them, and for a message to the
 * acquirer.
 */
export const TRACK1_CONTENT_CHARACTERS_MAX = 76;
export const TRACK2_CONTENT_CHARACTERS_MAX = 37;

/** Six bits a character: 64 characters from the space on. At least two, as the interface has it. */
const TRACK1 = new RegExp(`^[\\x20-\\x5f]{2,${TRACK1_CHARACTERS_MAX}}$`);

/** Four bits a character: the digits and six marks after them in ASCII. */
const TRACK2 = new RegExp(`^[0-9:;<=>?]{2,${TRACK2_CHARACTERS_MAX}}$`);

/** An impossible month means that this is no expiry, and the text is no track of a payment card. */
const EXPIRY = '(?<year>\\d{2})(?<month>0[1-9]|1[0-2])';

/** Format B, the one of payment cards. If a card has no expiry or no service code, a separator replaces it. */
const TRACK1_FORMAT_B = new RegExp(
  `^%?B(?<number>\\d{9,19})\\^(?<name>[^^?]{0,26})\\^(?:${EXPIRY}|\\^)(?:(?<serviceCode>\\d{3})|\\^)?[^?]*(?:\\?[\\x20-\\x5f]?)?$`,
);

/** The separator is `D` and the padding `F` where a chip gives the track as hex digits (EMV tag 57). */
const TRACK2_LAYOUT = new RegExp(
  `^;?(?<number>\\d{9,19})[=D](?:${EXPIRY}|[=D])(?:(?<serviceCode>\\d{3})|[=D])?[0-9:<>]*(?:F*|\\?[0-9:;<=>?]?)$`,
);

/** Card data in clear: put what is stored of it into a `Secret`. */
export interface Track {
  /** 9 to 19 digits. */
  readonly number: string;
  /** `1` to `12` and two digits of the year, as the interface has them. Absent if the card has none. */
  readonly expiry?: { readonly month: string; readonly year: string };
  /** As encoded, usually surname and first name with a slash between; without the padding spaces. */
  readonly name?: string;
  /** ISO/IEC 7813: 3 digits. */
  readonly serviceCode?: string;
}

/** Checks length and characters only: a field's type. */
export function isTrack1(text: string): boolean {
  return TRACK1.test(text);
}

/** Checks length and characters only: a field's type. */
export function isTrack2(text: string): boolean {
  return TRACK2.test(text);
}

/** A track without its sentinels, and without the check character after the second. */
export function trackContent(text: string): string {
  const end = text.indexOf('?');
  return text.slice(/^[%;]/.test(text) ? 1 : 0, end === -1 ? undefined : end);
}

/** @returns undefined if the text is not format B of track 1 */
export function readTrack1(text: string): Track | undefined {
  return isTrack1(text) ? read(TRACK1_FORMAT_B, text) : undefined;
}

/** @returns undefined if the text has not the layout of a payment card's track 2 */
export function readTrack2(text: string): Track | undefined {
  return text.length <= TRACK2_CHARACTERS_MAX ? read(TRACK2_LAYOUT, text) : undefined;
}

function read(layout: RegExp, text: string): Track | undefined {
  const parts = layout.exec(text)?.groups;
  if (parts?.number === undefined) {
    return undefined;
  }
  const { number, year, month, serviceCode } = parts;
  const name = parts.name?.trim();
  return {
    number,
    ...(year !== undefined && month !== undefined && { expiry: { month: String(Number(month)), year } }),
    ...(name !== undefined && name !== '' && { name }),
    ...(serviceCode !== undefined && { serviceCode }),
  };
}
