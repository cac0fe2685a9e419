/** Amounts of money and counts, as the interface's tables bound them in requests and in answers. */

import { decimal, decimalText, rounded } from '../decimal.ts';
import { decimalType } from '../decimal-type.ts';
import { always, type Field, field } from '../field.ts';
import { integer } from '../field-types.ts';

/** The interface's largest count, of an item's quantity and of risk scores. */
export const COUNT_MAX = 9_999_999_999_999_999n;

/** Of answers. The largest amount has thirteen digits, plus a point and a sign. */
const ANSWER_CHARACTERS = [1, 18] as const;
/** Answers have no more digits after the point, so an order's amount with more is refused. */
export const PLACES_MAX = 3;

const amountAnswered = decimalType({ characters: ANSWER_CHARACTERS, places: PLACES_MAX });
const signedAnswered = decimalType({ characters: ANSWER_CHARACTERS, places: PLACES_MAX, negative: true });
const requested = decimalType({ places: PLACES_MAX });
const signedRequested = decimalType({ places: PLACES_MAX, negative: true });

const unitRequested = decimalType({ negative: true });
const unitAnswered = {
  ...signedAnswered,
  written: (text: string) => decimalText(rounded(decimal(text)!, PLACES_MAX)),
};

/** In major units: `12.50`. */
export function amount(doc: string): Field<string> {
  return field(requested, doc, { answered: amountAnswered });
}

/** As `amount`, and it may be below zero. */
export function signedAmount(doc: string): Field<string> {
  return field(signedRequested, doc, { answered: signedAnswered });
}

/**
 * As `signedAmount`, of one unit: a shop divides a line's price by its quantity, and sends the quotient with as many
 * digits as fit. Answers round it to theirs.
 */
export function unitAmount(doc: string): Field<string> {
  return field(unitRequested, doc, { answered: unitAnswered });
}

/** Of answers alone: ALWAYS PROVIDED. */
export function amountInAnswer(doc: string): Field<string> {
  return always(amountAnswered, doc);
}

export const count = integer(1n, COUNT_MAX);
