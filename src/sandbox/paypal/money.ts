/** Amounts in PayPal's format: decimal text, with the digits that PayPal allows for the currency. */

export interface Money {
  /** ISO 4217 alphabetic code. */
  readonly currency_code: string;
  readonly value: string;
}

/** PayPal's currencies and their decimals, which are fewer than ISO 4217's for HUF and TWD. */
const DECIMALS: Readonly<Record<string, number>> = Object.freeze({
  ...Object.fromEntries(
    'AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD'
      .split(' ')
      .map((code) => [code, 2]),
  ),
  HUF: 0,
  JPY: 0,
  TWD: 0,
});

const AMOUNT = /^(-?)(\d*)(?:\.(\d+))?$/;

export type MoneyProblem = 'INVALID_CURRENCY_CODE' | 'DECIMAL_PRECISION';

/** @returns minor units, or the problem with the amount. The caller checks the sign. */
export function unitsOf({ currency_code: currency, value }: Money): bigint | MoneyProblem {
  const decimals = Object.hasOwn(DECIMALS, currency) ? DECIMALS[currency] : undefined;
  if (decimals === undefined) {
    return 'INVALID_CURRENCY_CODE';
  }
  const [, sign = '', whole = '', fraction = ''] = AMOUNT.exec(value) ?? [];
  // For these currencies PayPal accepts no decimal point, not even before a zero.
  if (fraction.length > decimals) {
    return 'DECIMAL_PRECISION';
  }
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}` || '0') * (sign === '' ? 1n : -1n);
}

/**
 * @param currency a currency that PayPal supports @example paypalMoneyOf(1250n, 'EUR') // { currency_code: 'EUR',
 *   value: '12.50' }
 */
export function paypalMoneyOf(units: bigint, currency: string): Money {
  const decimals = DECIMALS[currency] ?? 0;
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  return { currency_code: currency, value: `${units < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${fraction}` : ''}` };
}

export function hasDecimals(currency: string): boolean {
  return DECIMALS[currency] !== 0;
}
