/** The money fields of a request: a currency of ISO 4217, and an amount in its minor units. */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import { type Currency, currencyOf, majorText, minorUnits } from '../../contract/money.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';
import { ACQUIRER_AMOUNT_MAX } from '../ports/index.ts';

/**
 * The value of a field, or its problems. For an absent field there is neither: the operation reports missing fields.
 */
export interface MoneyField<Value> {
  readonly value: Value | undefined;
  readonly problems: readonly FieldProblem[];
}

const ABSENT = { value: undefined, problems: [] } as const;
const VERIFY_HINT = 'VERIFY checks a card without a charge';

export function currencyAt(values: RequestFields, field: FieldPath): MoneyField<Currency> {
  const code = textAt(values, field);
  if (code === undefined) {
    return ABSENT;
  }
  const value = currencyOf(code);
  return value === undefined
    ? wrong({ field, validationType: 'INVALID', explanation: `${code} is not a currency of ISO 4217` })
    : { value, problems: [] };
}

/**
 * @param currency the currency of the amount; undefined if the request's currency is absent or invalid
 * @returns minor units, more than 0n and at most `ACQUIRER_AMOUNT_MAX`
 */
export function amountAt(values: RequestFields, field: FieldPath, currency: Currency | undefined): MoneyField<bigint> {
  const text = textAt(values, field);
  if (text === undefined || currency === undefined) {
    return ABSENT;
  }
  const value = minorUnits(text, currency);
  if (value === undefined) {
    return wrong(invalidProblem(field, `${currency.code} has ${currency.exponent} decimal places`));
  }
  if (value <= 0n) {
    return wrong(invalidProblem(field, field === 'order.amount' ? `more than 0; ${VERIFY_HINT}` : 'more than 0'));
  }
  if (value > ACQUIRER_AMOUNT_MAX) {
    const most = majorText(ACQUIRER_AMOUNT_MAX, currency);
    return wrong(invalidProblem(field, `at most ${most} ${currency.code} can be sent to the acquirer`));
  }
  return { value, problems: [] };
}

function wrong(problem: FieldProblem): MoneyField<never> {
  return { value: undefined, problems: [problem] };
}
