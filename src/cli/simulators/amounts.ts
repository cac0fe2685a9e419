import { type Currency, currencyOf, minorUnits } from '../../contract/money.ts';

/** @param amount decimal text in major units, from the sandbox's ledger */
export function minorAmount(amount: string, currency: string): bigint {
  return minorUnits(amount, currencyOf(currency) as Currency) as bigint;
}
