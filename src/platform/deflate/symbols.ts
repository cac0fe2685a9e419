/** The symbols of compressed blocks (RFC 1951, section 3.2.5). */

export const LITERALS = 256;
export const END_OF_BLOCK = 256;
/** Symbols of literals, of the end, and of lengths. */
export const LENGTH_SYMBOLS = 286;
export const DISTANCE_SYMBOLS = 30;
export const LENGTH_MIN = 3;
export const LENGTH_MAX = 258;
export const DISTANCE_MAX = 32_768;

const LONGEST = 28;
const FIRST_LENGTH_SYMBOL = 257;

const lengthSymbols = new Uint16Array(LENGTH_MAX + 1);
const lengthBases = new Uint16Array(LENGTH_SYMBOLS);

/** The number of bits that follow the symbol of a length. */
export const LENGTH_EXTRA_BITS = new Uint8Array(LENGTH_SYMBOLS);

for (let index = 0, length = LENGTH_MIN; index <= LONGEST; index += 1) {
  const symbol = FIRST_LENGTH_SYMBOL + index;
  const extra = index < 8 || index === LONGEST ? 0 : (index >> 2) - 1;
  const first = index === LONGEST ? LENGTH_MAX : length;
  LENGTH_EXTRA_BITS[symbol] = extra;
  lengthBases[symbol] = first;
  lengthSymbols.fill(symbol, first, first + (1 << extra));
  length += 1 << extra;
}

/** @param length from 3 to 258 */
export function lengthSymbol(length: number): number {
  return lengthSymbols[length]!;
}

/** @returns the value of the bits that follow the symbol */
export function lengthRest(length: number, symbol: number): number {
  return length - lengthBases[symbol]!;
}

/** @param distance from 1 to 32,768 */
export function distanceSymbol(distance: number): number {
  if (distance <= 2) {
    return distance - 1;
  }
  const high = 31 - Math.clz32(distance - 1);
  return 2 * high + (((distance - 1) >> (high - 1)) & 1);
}

/** @returns the number of bits that follow the symbol */
export function distanceExtraBits(symbol: number): number {
  return symbol < 4 ? 0 : (symbol >> 1) - 1;
}

/** @returns the value of the bits that follow the symbol: the lowest bits of the distance less one */
export function distanceRest(distance: number, extraBits: number): number {
  return (distance - 1) & ((1 << extraBits) - 1);
}
