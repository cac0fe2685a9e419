/** The order as its payer sees it: lines, sub-totals and a total that add up. Amounts that do not are omitted. */
import { add, compare, type Decimal, decimal, decimalText, multiply, roundHalfUp } from '../../contract/decimal.ts';
import { currencyOf } from '../../contract/money.ts';
import type { ItemFields, RequestFields } from '../../contract/request-fields.ts';
import type { Amount, OrderSummary } from '../../web/views/index.ts';
import { isCharging } from '../session/charging.ts';
import type { Checkout } from '../session/session.ts';
import { amountOf } from './amount.ts';

const ZERO: Decimal = { units: 0n, scale: 0 };

/** Decimal places where the order's currency is unknown. */
const PLACES_MAX = 3;

/** In the order in which they are shown. */
const ADDENDS = [
  ['items', 'itemAmount'],
  ['shipping', 'shippingAndHandlingAmount'],
  ['tax', 'taxAmount'],
] as const;

/** The parts of a checkout, or of a stored payment, that a summary needs. */
interface SummarySource {
  readonly fields: RequestFields;
  readonly checkout: Pick<Checkout, 'operation'>;
}

export function orderSummary({ fields, checkout }: SummarySource): OrderSummary {
  const charging = isCharging(checkout.operation);
  const code = fields.order?.currency;
  const items = fields.order?.item;
  const total = charging ? amountOf(fields.order?.amount, code) : undefined;
  const wanted = fields.interaction?.displayControl?.orderSummary ?? '';
  return {
    isHidden: wanted === 'HIDE' ? true : undefined,
    orderId: fields.order?.id ?? '',
    reference: fields.order?.reference,
    description: fields.order?.description,
    ...(WITHOUT_LINES.has(wanted) ? NO_AMOUNTS : amountsOf(fields, items ?? [], code, total !== undefined)),
    total,
  };
}

const WITHOUT_LINES: ReadonlySet<string> = new Set(['HIDE', 'SHOW_PARTIAL']);
const NO_AMOUNTS: Amounts = { lines: [], subtotals: [] };

type Amounts = Pick<OrderSummary, 'discountIncluded' | 'lines' | 'subtotals'>;

/**
 * Merchants send a discount in two ways: either it is already included in the sub-totals, which add up to the amount,
 * or it must be subtracted from them. The page shows the first as a note and subtracts the second. Amounts that add up
 * in neither way are omitted, since a payer would compute a different total.
 */
function amountsOf(
  fields: RequestFields,
  items: readonly ItemFields[],
  code: string | undefined,
  isCharging: boolean,
): Amounts {
  const { order = {} } = fields;
  const amount = isCharging ? decimalOf(order.amount) : undefined;
  const discount = magnitude(decimalOf(order.discount?.amount));
  const note = discount && amountOf(decimalText(discount), code);
  const included = note === undefined ? {} : { discountIncluded: note };
  const linesTotal = items.length === 0 ? undefined : items.map((item) => lineTotal(item, code)).reduce(add, ZERO);
  const given = ADDENDS.map(([kind, name]) => ({ kind, value: decimalOf(order[name]) }));
  const [itemAmount, ...others] = given.map(({ value }) => value);
  const parts = [itemAmount ?? linesTotal, ...others].filter((part) => part !== undefined);
  const lines = linesOf(items, code, agree(linesTotal, itemAmount));
  const subtotals = given.flatMap(({ kind, value }) => subtotal(kind, value && amountOf(decimalText(value), code)));
  if (amount === undefined || parts.length === 0 || agree(parts.reduce(add, ZERO), amount)) {
    return { lines, subtotals, ...included };
  }
  if (discount === undefined || !agree([...parts, negative(discount)].reduce(add, ZERO), amount)) {
    return { lines: linesOf(items, code, false), subtotals: [], ...included };
  }
  const afterItems = subtotals.findIndex(({ kind }) => kind === 'items') + 1;
  return { lines, subtotals: subtotals.toSpliced(afterItems, 0, ...subtotal('discount', note)) };
}

type Subtotal = OrderSummary['subtotals'][number];

function subtotal(kind: Subtotal['kind'], amount: Amount | undefined): Subtotal[] {
  return amount === undefined ? [] : [{ kind, amount }];
}

function negative({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

function agree(one: Decimal | undefined, other: Decimal | undefined): boolean {
  return one === undefined || other === undefined || compare(one, other) === 0;
}

function decimalOf(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : decimal(text);
}

/** Absolute value: some merchants send a discount as a negative amount. Undefined for 0. */
function magnitude(value: Decimal | undefined): Decimal | undefined {
  if (value === undefined || value.units === 0n) {
    return undefined;
  }
  return value.units < 0n ? negative(value) : value;
}

/** Rounded as the page shows it, since payers add up rounded lines. */
function lineTotal(item: ItemFields, code: string | undefined): Decimal {
  const exact = multiply(decimal(item.unitPrice ?? '0')!, decimal(item.quantity ?? '1')!);
  return roundHalfUp(exact, currencyOf(code ?? '')?.exponent ?? PLACES_MAX);
}

/** @param isPriced whether the lines' amounts add up to the sum of the items */
function linesOf(items: readonly ItemFields[], code: string | undefined, isPriced: boolean): OrderSummary['lines'] {
  return items.map((item) => {
    const { description } = item;
    const total = isPriced ? decimalText(lineTotal(item, code)) : undefined;
    return {
      name: item.name ?? '',
      ...(description !== undefined && { description }),
      quantity: item.quantity ?? '1',
      ...(total !== undefined && {
        total: amountOf(total, code) ?? { value: total, currency: code ?? '', exponent: 2 },
      }),
    };
  });
}
