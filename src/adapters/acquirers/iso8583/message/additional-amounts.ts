/**
 * Field 54, additional amounts: up to six entries of 20 characters each. An entry has the account type (2 digits), the
 * amount type (2 digits), the currency (ISO 4217 numeric), C for a credit or D for a debit balance, and the amount in
 * minor units (12 digits).
 */

const ENTRY = /(\d{2})(\d{2})(\d{3})([CD])(\d{12})/y;

/** Amount type 02, available balance. 01 would be the ledger balance, held amounts included. */
const AVAILABLE = '02';

/** @param account two digits: `ACCOUNT` @param currency ISO 4217 numeric @param minor 0n or more, at most 12 digits */
export function encodeBalance(account: string, currency: string, minor: bigint): string {
  return `${account}${AVAILABLE}${currency}C${minor.toString().padStart(12, '0')}`;
}

/**
 * The available amount in this currency, in minor units. A debit balance counts as zero.
 * @returns undefined if the field has no such entry, or cannot be parsed
 */
export function availableBalance(field: string | undefined, currency: string): bigint | undefined {
  const text = field ?? '';
  const entry = new RegExp(ENTRY);
  let balance: bigint | undefined;
  while (entry.lastIndex < text.length) {
    const [, , type, of, sign, amount = '0'] = entry.exec(text) ?? [];
    if (type === undefined) {
      return undefined;
    }
    if (balance === undefined && type === AVAILABLE && of === currency) {
      balance = sign === 'C' ? BigInt(amount) : 0n;
    }
  }
  return balance;
}
