/** PayPal's rules for an order's amounts. The first broken rule is reported: status 422 with the rule's issue. */
import { type Money, unitsOf } from '../money.ts';
import { unprocessable } from '../refusal.ts';
import { BREAKDOWN, type Item, type OrderRequest, type PurchaseUnit } from '../requests.ts';

export function checkOrder({ purchase_units: units }: OrderRequest, merchantId: string): void {
  for (const [index, unit] of units.entries()) {
    const at = `/purchase_units/${index}`;
    checkUnit(unit, at);
    if (unit.payee?.merchant_id !== undefined && unit.payee.merchant_id !== merchantId) {
      throw unprocessable('PAYEE_ACCOUNT_INVALID', `${at}/payee/merchant_id`);
    }
  }
  if (new Set(units.map(({ amount }) => amount.currency_code)).size > 1) {
    throw unprocessable('MULTI_CURRENCY_ORDER');
  }
  if (units.length > 1 && units.some(({ reference_id }) => reference_id === undefined)) {
    throw unprocessable('REFERENCE_ID_REQUIRED');
  }
  if (new Set(units.map(unitReferenceOf)).size < units.length) {
    throw unprocessable('DUPLICATE_REFERENCE_ID');
  }
}

/** @returns the unit's reference, or PayPal's default if a single unit has no reference */
export function unitReferenceOf({ reference_id: reference }: PurchaseUnit): string {
  return reference ?? 'default';
}

function checkUnit({ amount, items = [] }: PurchaseUnit, at: string): void {
  const total = unitsIn(amount, `${at}/amount`);
  if (total <= 0n) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', `${at}/amount/value`);
  }
  const parts = Object.entries(amount.breakdown ?? {}) as [keyof typeof BREAKDOWN, Money][];
  let sum = 0n;
  for (const [name, money] of parts) {
    const field = `${at}/amount/breakdown/${name}`;
    sum += BREAKDOWN[name] * notNegative(money, amount.currency_code, field);
  }
  if (parts.length > 0 && sum !== total) {
    throw unprocessable('AMOUNT_MISMATCH', `${at}/amount/value`);
  }
  checkItems(items, amount, at);
}

/** Checks that the totals of the breakdown match the items. */
function checkItems(
  items: readonly Item[],
  { breakdown, currency_code: currency }: PurchaseUnit['amount'],
  at: string,
): void {
  if (items.length === 0) {
    return;
  }
  const totals = { item_total: 0n, tax_total: 0n };
  for (const [index, item] of items.entries()) {
    const field = `${at}/items/${index}`;
    const quantity = BigInt(item.quantity);
    totals.item_total += quantity * notNegative(item.unit_amount, currency, `${field}/unit_amount`);
    totals.tax_total += item.tax === undefined ? 0n : quantity * notNegative(item.tax, currency, `${field}/tax`);
  }
  for (const name of ['item_total', 'tax_total'] as const) {
    const given = breakdown?.[name];
    const issue = name === 'item_total' ? 'ITEM_TOTAL' : 'TAX_TOTAL';
    if (given === undefined && (name === 'item_total' || items.some(({ tax }) => tax !== undefined))) {
      throw unprocessable(`${issue}_REQUIRED`, `${at}/amount/breakdown/${name}`);
    }
    if (given !== undefined && unitsIn(given, `${at}/amount/breakdown/${name}`) !== totals[name]) {
      throw unprocessable(`${issue}_MISMATCH`, `${at}/amount/breakdown/${name}`);
    }
  }
}

function notNegative(money: Money, currency: string, field: string): bigint {
  const units = unitsIn(money, field);
  if (units < 0n) {
    throw unprocessable('CANNOT_BE_NEGATIVE', `${field}/value`);
  }
  if (money.currency_code !== currency) {
    throw unprocessable('MULTI_CURRENCY_ORDER', `${field}/currency_code`);
  }
  return units;
}

/** Minor units. @throws PayPalRefusal */
export function unitsIn(money: Money, field: string): bigint {
  const units = unitsOf(money);
  if (typeof units === 'bigint') {
    return units;
  }
  throw unprocessable(units, `${field}/${units === 'INVALID_CURRENCY_CODE' ? 'currency_code' : 'value'}`);
}
