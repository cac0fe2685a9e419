/**
 * Represents a card number as two numbers with the same order. Nineteen digits exceed the precision of a double, and a
 * BigInt would be allocated by every comparison.
 */

/** The number of digits in the lower part, which is below 2^32. */
const LOW_DIGITS = 9;
/**
 * The factor of the number's length in a key. It is greater than the upper part of any number with up to nineteen
 * digits.
 */
const LENGTH_UNIT = 10 ** 10;

/**
 * The upper part: the length, and all digits except the last nine. The length distinguishes numbers of different
 * lengths.
 */
export function highOf(number: string): number {
  return number.length * LENGTH_UNIT + Number(number.slice(0, -LOW_DIGITS));
}

export function lowOf(number: string): number {
  return Number(number.slice(-LOW_DIGITS));
}
