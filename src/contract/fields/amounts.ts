/** Amounts and counts, with the bounds that the interface's tables give for requests and for answers. */

import { decimal, decimalText, roundHalfUp } from '../decimal.ts';
import { decimalType } from '../decimal-type.ts';
import { always, field } from '../field.ts';
import { integer } from '../field-types.ts';

/** The interface's largest count, used for an item's quantity and for risk scores. */
export const COUNT_MAX = 9_999_999_999_999_999n;

/**
 * The bounds of an amount's text in answers. The largest amount has thirteen digits, three decimals, a point and a
 * sign.
 */
const ANSWER_CHARACTERS = [1, 18] as const;
/** The maximum number of digits after the point in answers. An order's amount with more digits is refused. */
export const PLACES_MAX = 3;

const amountAnswered = decimalType({ characters: ANSWER_CHARACTERS, places: PLACES_MAX });
const signedAnswered = decimalType({ characters: ANSWER_CHARACTERS, places: PLACES_MAX, negative: true });
const amountRequested = decimalType({ places: PLACES_MAX });
const signedRequested = decimalType({ places: PLACES_MAX, negative: true });

const unitRequested = decimalType({ negative: true });
const unitAnswered = {
  ...signedAnswered,
  written: (text: string) => decimalText(roundHalfUp(decimal(text)!, PLACES_MAX)),
};

/** Makes a field for an amount in major units, such as `12.50`. */
export function amount(doc: string) {
  return field(amountRequested, doc, { answered: amountAnswered });
}

/** Like `amount`, but the amount may be negative. */
export function signedAmount(doc: string) {
  return field(signedRequested, doc, { answered: signedAnswered });
}

/**
 * Like `signedAmount`, for the price of one unit. Shops divide a line's price by its quantity and send all digits of
 * the quotient; answers round it to `PLACES_MAX`.
 */
export function unitAmount(doc: string) {
  return field(unitRequested, doc, { answered: unitAnswered });
}

/** Makes an amount of answers that is ALWAYS PROVIDED. */
export function amountInAnswer(doc: string) {
  return always(amountAnswered, doc);
}

export const count = integer(1n, COUNT_MAX);
