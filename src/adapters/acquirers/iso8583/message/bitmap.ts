/**
 * Bitmaps: the fields present in a message, 1 to 64 in the primary and 65 to 128 in the secondary bitmap. Each has 16
 * hexadecimal characters, with the first field in the highest bit. Bit 1 indicates a secondary bitmap. Stored as four
 * words of 32 bits.
 */

/** Characters of one bitmap on the wire. */
export const BITMAP_LENGTH = 16;

const HEX_OF_BYTE: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, '0'),
);

const NOT_HEX = 0xff;
const NIBBLE_OF_CODE = new Uint8Array(256).fill(NOT_HEX);
for (let nibble = 0; nibble < 16; nibble += 1) {
  NIBBLE_OF_CODE['0123456789ABCDEF'.charCodeAt(nibble)] = nibble;
}

/** The bit of a field within the word that `wordOf` returns. */
export function bitOf(field: number): number {
  return (0x80000000 >>> ((field - 1) & 31)) | 0;
}

/** Returns the number of the word that has the field's bit: 0 for fields 1 to 32, up to 3 for fields 97 to 128. */
export function wordOf(field: number): number {
  return (field - 1) >>> 5;
}

/** Converts a word to eight upper-case hexadecimal characters. */
export function wordToHex(word: number): string {
  return (
    (HEX_OF_BYTE[word >>> 24] as string) +
    HEX_OF_BYTE[(word >>> 16) & 0xff] +
    HEX_OF_BYTE[(word >>> 8) & 0xff] +
    HEX_OF_BYTE[word & 0xff]
  );
}

/** Parses eight hexadecimal characters at `start`; undefined if they are invalid. This dialect has upper case only. */
export function readWord(text: string, start: number): number | undefined {
  let word = 0;
  for (let at = start; at < start + 8; at += 1) {
    const nibble = NIBBLE_OF_CODE[text.charCodeAt(at)] ?? NOT_HEX;
    if (nibble === NOT_HEX) {
      return undefined;
    }
    word = (word << 4) | nibble;
  }
  return word;
}
