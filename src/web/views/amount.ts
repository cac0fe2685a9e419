/**
 * A decimal amount in major units, as exact text (`"12.50"`) instead of a double, with the decimal places that ISO 4217
 * gives the currency.
 */
export interface Amount {
  readonly value: string;
  readonly currency: string;
  readonly exponent: number;
}
