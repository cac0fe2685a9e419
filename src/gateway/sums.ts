/**
 * Sub-totals must add up: a difference of a cent is refused with the field's name and both sums, so that the merchant
 * can find it in its own basket.
 */
import { add, compare, type Decimal, decimal, decimalText, multiply } from '../contract/decimal.ts';
import type { FieldProblem } from '../contract/interface-error.ts';
import type { Values } from '../contract/read.ts';
import { textAt, valueAt } from '../contract/values.ts';

const SUBTOTALS = ['order.itemAmount', 'order.shippingAndHandlingAmount', 'order.taxAmount'] as const;
const ZERO: Decimal = { units: 0n, scale: 0 };

/** @returns a problem for each sum that does not add up */
export function sumProblems(values: Values): FieldProblem[] {
  return [
    subtotalProblem(values),
    itemProblem(values, 'order.itemAmount', 'unitPrice', 'quantity times unitPrice'),
    itemProblem(values, 'order.taxAmount', 'unitTaxAmount', 'quantity times unitTaxAmount'),
  ].filter((problem) => problem !== undefined);
}

function amountAt(values: Values, path: string): Decimal | undefined {
  const text = textAt(values, path);
  return text === undefined ? undefined : decimal(text);
}

function subtotalProblem(values: Values): FieldProblem | undefined {
  const amount = amountAt(values, 'order.amount');
  const given = SUBTOTALS.map((path) => amountAt(values, path));
  if (amount === undefined || given.every((part) => part === undefined)) {
    return undefined;
  }
  const sum = given.reduce<Decimal>((total, part) => (part === undefined ? total : add(total, part)), ZERO);
  if (compare(sum, amount) === 0) {
    return undefined;
  }
  const parts = SUBTOTALS.filter((_, index) => given[index] !== undefined);
  return problem('order.amount', amount, sum, `the sum of ${parts.join(', ')}`);
}

function itemProblem(values: Values, total: string, unit: string, what: string): FieldProblem | undefined {
  const given = amountAt(values, total);
  const items = valueAt(values, 'order.item');
  if (given === undefined || !Array.isArray(items)) {
    return undefined;
  }
  // Tax may be given for the whole order alone; then there is nothing to compare.
  if (!items.some((item) => item[unit] !== undefined)) {
    return undefined;
  }
  const sum = items
    .map((item) => multiply(decimal(textAt(item, unit) ?? '0')!, decimal(textAt(item, 'quantity') ?? '0')!))
    .reduce(add, ZERO);
  if (compare(sum, given) === 0) {
    return undefined;
  }
  return problem(total, given, sum, `the sum over order.item of ${what}`);
}

function problem(field: string, given: Decimal, sum: Decimal, what: string): FieldProblem {
  const explanation = `${decimalText(given)} is not ${what}, which is ${decimalText(sum)}`;
  return { field, validationType: 'INVALID', explanation };
}
