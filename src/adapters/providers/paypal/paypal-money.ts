/** Money in PayPal's format. PayPal supports only some currencies, two of them without decimals. */
import { type Currency, currencyOf, majorText, minorUnits } from '../../../contract/money.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../../contract/providers/index.ts';

const ACCEPTED_CURRENCIES: ReadonlySet<string> = new Set(BROWSER_PAYMENT_PROVIDERS.paypal?.currencies);

/** Currencies that PayPal accepts only without decimals, although ISO 4217 defines two. */
const WHOLE: ReadonlySet<string> = new Set(['HUF', 'TWD']);

export interface PayPalMoney {
  readonly currency_code: string;
  readonly value: string;
}

/** @param amount minor units @returns undefined if PayPal does not accept the amount or the currency */
export function paypalMoney(amount: bigint, currency: Currency): PayPalMoney | undefined {
  const { code: currency_code } = currency;
  if (!ACCEPTED_CURRENCIES.has(currency_code)) {
    return undefined;
  }
  if (!WHOLE.has(currency_code)) {
    return { currency_code, value: majorText(amount, currency) };
  }
  const unit = 10n ** BigInt(currency.exponent);
  return amount % unit === 0n ? { currency_code, value: (amount / unit).toString() } : undefined;
}

/** @returns undefined for an unknown currency or an invalid amount */
export function moneyOf({
  currency_code,
  value,
}: PayPalMoney): { readonly amount: bigint; readonly currency: string } | undefined {
  const currency = currencyOf(currency_code);
  const amount = currency && minorUnits(value, currency);
  return amount === undefined ? undefined : { amount, currency: currency_code };
}
