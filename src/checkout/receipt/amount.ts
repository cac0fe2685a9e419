/** Formats amounts for pages: exact text with the decimal places of the currency. */
import { currencyOf, majorText } from '../../contract/money.ts';
import { storedCurrency } from '../../core/index.ts';
import type { Amount } from '../../web/views/index.ts';

/** @param value decimal text @param code ISO 4217 */
export function amountOf(value: string | undefined, code: string | undefined): Amount | undefined {
  const currency = code === undefined ? undefined : currencyOf(code);
  return value === undefined || currency === undefined
    ? undefined
    : { value, currency: currency.code, exponent: currency.exponent };
}

/** @param amount minor units @throws Error for a currency that no stored row has */
export function storedAmount({
  amount,
  currency: code,
}: {
  readonly amount: bigint;
  readonly currency: string;
}): Amount {
  const currency = storedCurrency(code);
  return { value: majorText(amount, currency), currency: currency.code, exponent: currency.exponent };
}
