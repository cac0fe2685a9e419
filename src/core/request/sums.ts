/**
 * Checks that subtotals add up. A difference of a cent is refused with the field's name and both sums, so that the
 * merchant can find it in its basket. Shops give a discount in two ways, and both are valid: it is included in the
 * subtotals, or subtracted from their sum.
 */
import { add, compare, type Decimal, decimal, decimalText, multiply, roundHalfUp } from '../../contract/decimal.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import { currencyOf } from '../../contract/money.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';

const SUBTOTALS = ['order.itemAmount', 'order.shippingAndHandlingAmount', 'order.taxAmount'] as const;
const DISCOUNT = 'order.discount.amount';
const ZERO: Decimal = { units: 0n, scale: 0 };
/** The decimal places to assume without a currency: the maximum in the interface. */
const PLACES_MAX = 3;

/** @returns a problem for each sum that does not add up */
export function sumProblems(values: RequestFields): FieldProblem[] {
  return [
    subtotalProblem(values),
    itemProblem(values, 'order.itemAmount', 'unitPrice', 'quantity times unitPrice'),
    itemProblem(values, 'order.taxAmount', 'unitTaxAmount', 'quantity times unitTaxAmount'),
  ].filter((problem) => problem !== undefined);
}

function amountAt(values: RequestFields, path: FieldPath): Decimal | undefined {
  const text = textAt(values, path);
  return text === undefined ? undefined : decimal(text);
}

function subtotalProblem(values: RequestFields): FieldProblem | undefined {
  const amount = amountAt(values, 'order.amount');
  const given = SUBTOTALS.map((path) => amountAt(values, path));
  if (amount === undefined || given.every((part) => part === undefined)) {
    return undefined;
  }
  const sum = given.reduce<Decimal>((total, part) => (part === undefined ? total : add(total, part)), ZERO);
  if (compare(sum, amount) === 0) {
    return undefined;
  }
  const discount = amountAt(values, DISCOUNT);
  const discounted = discount && subtract(sum, discount);
  const scale = scaleOf(values);
  const finer = [...given, discount].filter((part) => part !== undefined && isFiner(part, scale)).length;
  if ([sum, discounted].some((one) => one !== undefined && differsByRounding(one, amount, finer, scale))) {
    return undefined;
  }
  const parts = SUBTOTALS.filter((_, index) => given[index] !== undefined).join(', ');
  const what =
    discounted === undefined
      ? `the sum of ${parts}, which is ${decimalText(sum)}`
      : `the sum of ${parts}, with or without ${DISCOUNT} taken off: ${decimalText(discounted)} or ${decimalText(sum)}`;
  return problem('order.amount', amount, what);
}

function itemProblem(
  values: RequestFields,
  total: 'order.itemAmount' | 'order.taxAmount',
  unit: 'unitPrice' | 'unitTaxAmount',
  what: string,
): FieldProblem | undefined {
  const given = amountAt(values, total);
  const items = values.order?.item;
  if (given === undefined || items === undefined) {
    return undefined;
  }
  // A request may have the tax of the whole order only. Then there is no sum to compare.
  if (!items.some((item) => item[unit] !== undefined)) {
    return undefined;
  }
  const lines = items.map((item) => multiply(decimal(item[unit] ?? '0')!, decimal(item.quantity ?? '0')!));
  const sum = lines.reduce(add, ZERO);
  if (compare(sum, given) === 0) {
    return undefined;
  }
  const scale = scaleOf(values);
  const finer = lines.filter((line) => isFiner(line, scale)).length;
  if (differsByRounding(sum, given, finer, scale)) {
    return undefined;
  }
  return problem(total, given, `the sum over order.item of ${what}, which is ${decimalText(sum)}`);
}

/**
 * True if the difference is explained by rounding. Shops round amounts with more digits than the currency's minor unit,
 * in each part or in the sum, by at most half a unit: for example a line with a fractional quantity, or a price divided
 * by a quantity.
 * @param finer the number of parts with more digits than the minor unit
 */
function differsByRounding(sum: Decimal, given: Decimal, finer: number, scale: number): boolean {
  const difference = subtract(sum, given);
  const twice = { ...difference, units: 2n * (difference.units < 0n ? -difference.units : difference.units) };
  return compare(twice, { units: BigInt(finer), scale }) <= 0;
}

function isFiner(value: Decimal, scale: number): boolean {
  return compare(roundHalfUp(value, scale), value) !== 0;
}

function scaleOf(values: RequestFields): number {
  return currencyOf(values.order?.currency ?? '')?.exponent ?? PLACES_MAX;
}

function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { ...b, units: -b.units });
}

function problem(field: string, given: Decimal, what: string): FieldProblem {
  return { field, validationType: 'INVALID', explanation: `${decimalText(given)} is not ${what}` };
}
