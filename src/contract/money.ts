/**
 * Money in BigInt minor units of a currency, by the exponent of ISO 4217. Converts from and to decimal text without
 * using a double.
 */
import { CURRENCIES } from './currencies.ts';
import { atScale, decimal, fixedText } from './decimal.ts';

export interface Currency {
  /** ISO 4217 alphabetic code. */
  readonly code: string;
  /** ISO 4217 numeric code, three digits. */
  readonly numeric: string;
  /** Digits of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
  readonly exponent: number;
}

const table = new Map<string, Currency>(
  Object.entries(CURRENCIES).map(([code, [numeric, exponent]]) => [code, { code, numeric, exponent }]),
);

/** @returns the currency, or undefined if ISO 4217 has no such code with a minor unit */
export function currencyOf(code: string): Currency | undefined {
  return table.get(code);
}

/**
 * @param text a decimal number, e.g. `12.5`
 * @returns minor units (1250n for EUR), or undefined if the text has more places than the currency
 * @example minorUnits('12.5', currencyOf('EUR')!) // 1250n
 */
export function minorUnits(text: string, currency: Currency): bigint | undefined {
  const value = decimal(text);
  if (value === undefined) {
    return undefined;
  }
  if (value.scale <= currency.exponent) {
    return atScale(value, currency.exponent);
  }
  const divisor = 10n ** BigInt(value.scale - currency.exponent);
  return value.units % divisor === 0n ? value.units / divisor : undefined;
}

/** Formats minor units as the decimal text of answers: `1250n` of EUR is `12.50`. */
export function majorText(minor: bigint, currency: Currency): string {
  return fixedText(minor, currency.exponent);
}
