/** Amounts in the form that payers read. */
import { CURRENCIES } from '../../../../contract/currencies.ts';
import type { TransactionRow } from '../../ledger/rows.ts';

const ALPHABETIC: ReadonlyMap<string, string> = new Map(
  Object.entries(CURRENCIES).map(([name, [numeric]]) => [numeric, name]),
);

/** @example purchaseText({ amount: '1250', currency: '978', exponent: '2' }) // 'EUR 12.50' */
export function purchaseText({
  amount,
  currency,
  exponent,
}: Pick<TransactionRow, 'amount' | 'currency' | 'exponent'>): string {
  const digits = Number(exponent ?? 0);
  const text = (amount ?? '0').padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`;
  return `${ALPHABETIC.get(currency ?? '') ?? currency ?? ''} ${whole}${fraction}`;
}
