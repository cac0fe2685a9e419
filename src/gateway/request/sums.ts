/**
 * Sub-totals must add up: a difference of a cent is refused with the field's name and both sums, so that the merchant
 * can find it in its own basket. Shops give a discount in two ways, and both add up: the sub-totals have it in them
 * already, or it comes off their sum.
 */
import { add, compare, type Decimal, decimal, decimalText, multiply } from '../../contract/decimal.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import { currencyOf } from '../../contract/money.ts';
import type { FieldPath, ItemFields, RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';

const SUBTOTALS = ['order.itemAmount', 'order.shippingAndHandlingAmount', 'order.taxAmount'] as const;
const DISCOUNT = 'order.discount.amount';
const ZERO: Decimal = { units: 0n, scale: 0 };
/** Of a request that names no currency: no amount of the interface has more digits after the point. */
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
  const discount = amountAt(values, DISCOUNT);
  const discounted = discount && subtract(sum, discount);
  if ([sum, discounted].some((one) => one !== undefined && compare(one, amount) === 0)) {
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
  // Tax may be given for the whole order alone; then there is nothing to compare.
  if (!items.some((item) => item[unit] !== undefined)) {
    return undefined;
  }
  const sum = items
    .map((item) => multiply(decimal(item[unit] ?? '0')!, decimal(item.quantity ?? '0')!))
    .reduce(add, ZERO);
  if (compare(sum, given) === 0 || differsByRounding(sum, given, items, values)) {
    return undefined;
  }
  return problem(total, given, `the sum over order.item of ${what}, which is ${decimalText(sum)}`);
}

/**
 * A line of which there is a fraction has a price that the shop rounds to the currency's minor unit, by half of it at
 * most, line by line or in the sum.
 */
function differsByRounding(sum: Decimal, given: Decimal, items: readonly ItemFields[], values: RequestFields): boolean {
  const rounded = items.filter((item) => item.quantity?.includes('.')).length;
  const { exponent: scale } = currencyOf(values.order?.currency ?? '') ?? { exponent: PLACES_MAX };
  const difference = subtract(sum, given);
  const twice = { ...difference, units: 2n * (difference.units < 0n ? -difference.units : difference.units) };
  return compare(twice, { units: BigInt(rounded), scale }) <= 0;
}

function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { ...b, units: -b.units });
}

function problem(field: string, given: Decimal, what: string): FieldProblem {
  return { field, validationType: 'INVALID', explanation: `${decimalText(given)} is not ${what}` };
}
