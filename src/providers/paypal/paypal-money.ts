/** Money as PayPal writes it: it knows some currencies, and two of them without the minor unit that they have. */
import { type Currency, currencyOf, majorText, minorUnits } from '../../contract/money.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../contract/providers/index.ts';

const TAKEN: ReadonlySet<string> = new Set(BROWSER_PAYMENT_PROVIDERS.paypal?.currencies);

/** ISO 4217 gives them cents or fillér, which PayPal refuses. */
const WHOLE: ReadonlySet<string> = new Set(['HUF', 'TWD']);

export interface PayPalMoney {
  readonly currency_code: string;
  readonly value: string;
}

/**
 * @param amount minor units @returns undefined where PayPal cannot express the amount, or does not take the currency
 */
export function paypalMoney(amount: bigint, currency: Currency): PayPalMoney | undefined {
  const { code: currency_code } = currency;
  if (!TAKEN.has(currency_code)) {
    return undefined;
  }
  if (!WHOLE.has(currency_code)) {
    return { currency_code, value: majorText(amount, currency) };
  }
  const unit = 10n ** BigInt(currency.exponent);
  return amount % unit === 0n ? { currency_code, value: (amount / unit).toString() } : undefined;
}

/** @returns undefined for a currency or an amount that there is not */
export function moneyOf({
  currency_code,
  value,
}: PayPalMoney): { readonly amount: bigint; readonly currency: string } | undefined {
  const currency = currencyOf(currency_code);
  const amount = currency && minorUnits(value, currency);
  return amount === undefined ? undefined : { amount, currency: currency_code };
}
