/**
 * The ids that the gateway generates for tokens. All of them fail the ISO/IEC 7812 check digit, which all card numbers
 * pass, so that people and programs cannot mistake them for card numbers.
 *
 * - RANDOM: 16 digits, the first of them a 9, which no card brand's numbers begin with
 * - PRESERVE_6_4: as long as the number, with its first six and last four digits
 */
import { luhn } from '../../contract/card-rules.ts';
import { invariant } from '../../contract/invariant.ts';

/** Returns a cryptographically secure random integer from 0 to `below - 1`. */
export type Random = (below: number) => number;

const RANDOM_DIGITS = 16;
const RANDOM_FIRST_DIGIT = '9';
const PRESERVED_FIRST = 6;
const PRESERVED_LAST = 4;
/**
 * The minimum number of random digits in a token. In a number of fewer than 14 digits, the first six and the last four
 * digits would leave fewer random digits, and the token could equal the card number. So the token of such a number
 * preserves fewer of the first digits.
 */
const HIDDEN_MIN = 4;

/** @param number the card number that the token replaces; the token is not equal to it */
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

/**
 * The maximum number of steps. One step avoids a token that passes the check digit, another avoids the card number
 * itself.
 */
const STEPS_MAX = 3;

/** The check digit detects a change of any single digit, so one step makes a valid card number invalid. */
function noCard(digits: string, at: number, number: string): string {
  let token = digits;
  for (let steps = 0; luhn(token) || token === number; steps += 1) {
    invariant(steps < STEPS_MAX, 'every digit makes a card number of a token');
    const next = (Number(token[at]) + 1) % 10;
    token = token.slice(0, at) + next.toString() + token.slice(at + 1);
  }
  return token;
}
