/**
 * Parser for the magnetic stripe: tracks 1 and 2 of a payment card, with the character sets of ISO/IEC 7811-2 and the
 * layout of ISO/IEC 7813. Start sentinel, end sentinel and check character (LRC) are optional, because some readers
 * remove them.
 *
 * @example readTrack2(';5123450000000008=3901201123456789?') // { number: '5123450000000008', expiry: { month: '1',
 * year: '39' }, … }
 */

/** The interface's bounds: the capacity of the stripe, including sentinels and LRC. */
const TRACK1_CHARACTERS_MAX = 79;
const TRACK2_CHARACTERS_MAX = 40;

/**
 * The characters between the sentinels: the limit for a track without sentinels, and for the track in a message to the
 * acquirer.
 */
export const TRACK1_CONTENT_CHARACTERS_MAX = 76;
export const TRACK2_CONTENT_CHARACTERS_MAX = 37;

/** Six bits per character: 64 characters from the space on. The interface requires at least two. */
const TRACK1 = new RegExp(`^[\\x20-\\x5f]{2,${TRACK1_CHARACTERS_MAX}}$`);

/** Four bits per character: the digits and the six characters that follow them in ASCII. */
const TRACK2 = new RegExp(`^[0-9:;<=>?]{2,${TRACK2_CHARACTERS_MAX}}$`);

/** The expiry, YYMM. With an impossible month the text is not a track of a payment card. */
const EXPIRY = '(?<year>\\d{2})(?<month>0[1-9]|1[0-2])';

/** Format B, as payment cards use it. A separator replaces a missing expiry or service code. */
const TRACK1_FORMAT_B = new RegExp(
  `^%?B(?<number>\\d{9,19})\\^(?<name>[^^?]{0,26})\\^(?:${EXPIRY}|\\^)(?:(?<serviceCode>\\d{3})|\\^)?[^?]*(?:\\?[\\x20-\\x5f]?)?$`,
);

/** On a chip (EMV tag 57) the track is hex digits: the separator is `D` and the padding `F`. */
const TRACK2_LAYOUT = new RegExp(
  `^;?(?<number>\\d{9,19})[=D](?:${EXPIRY}|[=D])(?:(?<serviceCode>\\d{3})|[=D])?[0-9:<>]*(?:F*|\\?[0-9:;<=>?]?)$`,
);

/** The content of a track: card data in clear, which must be wrapped in a `Secret` before it is stored. */
export interface Track {
  /** The card number, 9 to 19 digits. */
  readonly number: string;
  /** The month as `1` to `12` and two digits of the year, as in the interface. Absent if the card has no expiry. */
  readonly expiry?: { readonly month: string; readonly year: string };
  /** The name as encoded, usually surname, slash and first name, without padding spaces. */
  readonly name?: string;
  /** The service code of ISO/IEC 7813: 3 digits. */
  readonly serviceCode?: string;
}

/** Checks length and characters only. */
export function isTrack1(text: string): boolean {
  return TRACK1.test(text);
}

/** Checks only the length and the characters, not the layout. */
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
  return isTrack1(text) ? readLayout(TRACK1_FORMAT_B, text) : undefined;
}

/** @returns undefined if the text does not have the layout of a payment card's track 2 */
export function readTrack2(text: string): Track | undefined {
  return text.length <= TRACK2_CHARACTERS_MAX ? readLayout(TRACK2_LAYOUT, text) : undefined;
}

function readLayout(layout: RegExp, text: string): Track | undefined {
  const parts = layout.exec(text)?.groups;
  if (parts?.number === undefined) {
    return undefined;
  }
  const { number, year, month, serviceCode } = parts;
  const name = parts.name?.trim();
  return {
    number,
    expiry: year !== undefined && month !== undefined ? { month: String(Number(month)), year } : undefined,
    name: name === '' ? undefined : name,
    serviceCode,
  };
}
