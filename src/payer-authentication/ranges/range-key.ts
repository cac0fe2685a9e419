/**
 * A card number, in two numbers that compare as it does. One number would not do: nineteen digits are more than a
 * double holds exactly, and a BigInt is an object that each comparison makes anew.
 */

/** Of the lower part: below 2 to the 32nd. */
const LOW_DIGITS = 9;
/** More than the upper part of nineteen digits. */
const LENGTH_UNIT = 10 ** 10;

/** Its length and all digits but the last nine. Only numbers of one length are compared: a range has one. */
export function highOf(number: string): number {
  return number.length * LENGTH_UNIT + Number(number.slice(0, -LOW_DIGITS));
}

export function lowOf(number: string): number {
  return Number(number.slice(-LOW_DIGITS));
}
