/** Parses the amounts and dates of reports exactly. */
import { currencyOf, minorUnits } from '../../../contract/money.ts';

/**
 * Responses of the interface have at most thirteen digits before the decimal point, but sums in reports may be larger.
 */
const MINOR_UNITS_MAX = 10n ** 18n;

/**
 * @param text an amount in major units
 * @returns minor units; undefined if text or currency is invalid, or there are too many decimals
 */
export function parseMajorUnits(text: string, code: string): bigint | undefined {
  const currency = currencyOf(code);
  return withinBounds(currency && minorUnits(text, currency));
}

/** @param text minor units, without a decimal point */
export function parseMinorUnits(text: string): bigint | undefined {
  return /^-?[0-9]{1,19}$/.test(text) ? withinBounds(BigInt(text)) : undefined;
}

function withinBounds(amount: bigint | undefined): bigint | undefined {
  return amount !== undefined && amount < MINOR_UNITS_MAX && amount > -MINOR_UNITS_MAX ? amount : undefined;
}

/** @returns the date at the beginning of a date or time, such as `2026-11-23`; undefined if there is no such day */
export function day(text: string): string | undefined {
  const [date] = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?=$|[T ])/.exec(text) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? undefined : date;
}
