/**
 * The ids that the gateway makes for tokens. Each fails the check digit of ISO/IEC 7812 that every card number passes,
 * so that whoever finds one, a person or a program, cannot take it for a card.
 *
 *   RANDOM         16 digits, the first a 9, with which no card brand's numbers begin
 *   PRESERVE_6_4   as long as the number, with its first six and last four digits
 */
import { luhn } from '../../contract/card-rules.ts';
import { invariant } from '../../contract/invariant.ts';

/** A whole number from 0 up to, and without, `below`; from a cryptographic source. */
export type Random = (below: number) => number;

const RANDOM_DIGITS = 16;
const RANDOM_FIRST_DIGIT = '9';
const PRESERVED_FIRST = 6;
const PRESERVED_LAST = 4;
/**
 * Digits of a number that its token never shows. Below 14 digits, six and four would leave fewer, down to none, and the
 * token would be the card; such a number keeps less of its beginning. Four are what a card of 14 digits hides.
 */
const HIDDEN_MIN = 4;

/** @param number that the token is to stand for, and never to be */
export function randomToken(number: string, random: Random): string {
  const digits = RANDOM_FIRST_DIGIT + randomDigits(RANDOM_DIGITS - RANDOM_FIRST_DIGIT.length, random);
  return noCard(digits, RANDOM_DIGITS - 1, number);
}

/** @param number 9 digits or more */
export function preservingToken(number: string, random: Random): string {
  const first = Math.min(PRESERVED_FIRST, number.length - PRESERVED_LAST - HIDDEN_MIN);
  const hidden = number.length - first - PRESERVED_LAST;
  const digits = number.slice(0, first) + randomDigits(hidden, random) + number.slice(-PRESERVED_LAST);
  return noCard(digits, first + hidden - 1, number);
}

function randomDigits(count: number, random: Random): string {
  return Array.from({ length: count }, () => random(10).toString()).join('');
}

/** One step leaves the numbers that pass the check digit, another one the card's own. */
const STEPS_MAX = 3;

/** The check digit finds every change of a single digit, so one step makes a card number none. */
function noCard(digits: string, at: number, number: string): string {
  let token = digits;
  for (let steps = 0; luhn(token) || token === number; steps += 1) {
    invariant(steps < STEPS_MAX, 'every digit makes a card number of a token');
    const next = (Number(token[at]) + 1) % 10;
    token = token.slice(0, at) + next.toString() + token.slice(at + 1);
  }
  return token;
}
