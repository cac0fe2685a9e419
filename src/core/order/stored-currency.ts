import { type Currency, currencyOf } from '../../contract/money.ts';

/** @throws Error for an unknown code, which a stored row cannot have */
export function storedCurrency(code: string): Currency {
  const currency = currencyOf(code);
  if (currency === undefined) {
    throw new Error(`A stored order has the unknown currency ${code}.`);
  }
  return currency;
}
