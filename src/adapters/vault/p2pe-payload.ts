/**
 * Extracts the card number from the decrypted payload of a P2PE terminal. Layouts differ between terminals, so the
 * common layouts are detected: digits in ASCII, digits packed two per byte, or a whole track. A layout is accepted only
 * if the whole payload matches it. This also detects a wrong key, because its result is noise that matches no layout.
 *
 * Zeros after a number are not padding, because they may be its last digits. Zeros before a number are padding, because
 * card numbers do not start with zero.
 */
import { readTrack1, readTrack2, type Track } from '../../contract/card-present/track.ts';
import { type DukptMessage, decryptDukpt } from './dukpt.ts';

/**
 * A card number of 9 to 19 digits, padded in front with NUL, space or zero and at the end with NUL, space, `F` or FF
 * bytes.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what terminals pad with.
const ASCII_NUMBER = /^[\x00 0]*([1-9]\d{8,18})(?:\x00*| *|F*|\xff*)$/;
/** A number packed two digits per byte: padded in front with zeros, and at the end with `F`. */
const PACKED_NUMBER = /^0*([1-9]\d{8,18})F*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const FILLING_AFTER = /(?:\x00+| +|\xff+)$/;
const PACKED_FILLING_AFTER = /F+$/;

const DES_BLOCK_BYTES = 8;
/** The first byte of the padding, which zeros follow (ISO/IEC 9797-1, padding method 2). */
const PADDING_START = 0x80;

/**
 * @param message the terminal's encrypted data, with the merchant's BDK
 * @returns 9 to 19 digits; undefined if the payload has no card number, or the key is wrong
 */
export function decryptedNumber(message: DukptMessage): string | undefined {
  const plain = decryptDukpt(message);
  if (plain === undefined) {
    return undefined;
  }
  const number = panOfPayload(plain);
  plain.fill(0);
  return number;
}

/**
 * @param plain a decrypted payload, which consists of whole blocks @returns 9 to 19 digits; undefined if there is no
 *   card number
 */
export function panOfPayload(plain: Buffer): string | undefined {
  for (const bytes of [plain, withoutCount(plain), withoutMark(plain)]) {
    const number = bytes && (asciiNumber(bytes) ?? packedNumber(bytes));
    if (number !== undefined) {
      return number;
    }
  }
  return undefined;
}

function asciiNumber(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  const track = text.replace(FILLING_AFTER, '');
  return ASCII_NUMBER.exec(text)?.[1] ?? trackOf(track)?.number;
}

function trackOf(text: string): Track | undefined {
  return readTrack2(text) ?? readTrack1(text);
}

function packedNumber(bytes: Buffer): string | undefined {
  const text = bytes.toString('hex').toUpperCase();
  return PACKED_NUMBER.exec(text)?.[1] ?? readTrack2(text.replace(PACKED_FILLING_AFTER, ''))?.number;
}

/** Removes PKCS #7 padding, each byte of which is the padding's length. */
function withoutCount(bytes: Buffer): Buffer | undefined {
  const count = bytes.at(-1) ?? 0;
  if (count < 1 || count > DES_BLOCK_BYTES || count > bytes.length) {
    return undefined;
  }
  const end = bytes.length - count;
  return bytes.subarray(end).every((byte) => byte === count) ? bytes.subarray(0, end) : undefined;
}

/** Removes ISO/IEC 9797-1 padding. */
function withoutMark(bytes: Buffer): Buffer | undefined {
  const end = bytes.lastIndexOf(PADDING_START);
  return end >= 0 && bytes.subarray(end + 1).every((byte) => byte === 0) ? bytes.subarray(0, end) : undefined;
}
