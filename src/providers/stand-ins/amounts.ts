/** Amounts of the sandbox's ledgers. */
import { type Currency, currencyOf, minorUnits } from '../../contract/money.ts';

/** @param amount in major units, as the sandbox's ledger has it */
export function minorAmount(amount: string, currency: string): bigint {
  return minorUnits(amount, currencyOf(currency) as Currency) as bigint;
}
