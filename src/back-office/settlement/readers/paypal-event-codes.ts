/**
 * Maps PayPal's transaction event codes (T-codes) to entry kinds, by the longest listed prefix. The codes are those of
 * PayPal's published reports. Unlisted ones move the balance but belong to no order.
 */
import type { EntryKind } from '../entry.ts';

/** The kind of a row if the account is credited, and if it is debited. */
interface Meaning {
  readonly credit: EntryKind;
  readonly debit: EntryKind;
}

const other: Meaning = { credit: 'OTHER', debit: 'OTHER' };
const fee: Meaning = { credit: 'FEE', debit: 'FEE' };
const dispute: Meaning = { credit: 'CHARGEBACK_REVERSED', debit: 'CHARGEBACK' };

const CODES: Readonly<Record<string, Meaning>> = {
  // Payments. Debits are the account's own purchases.
  T00: { credit: 'PAYMENT', debit: 'OTHER' },
  // Mass payments, and other money that the account sends.
  T0001: other,
  // Fees outside a payment's row, such as those of the account or of a chargeback.
  T01: fee,
  // Transfers to the bank, and returned ones.
  T04: { credit: 'PAYOUT', debit: 'PAYOUT' },
  // A payment that PayPal returned to the payer, or the reversal of that.
  T1106: dispute,
  T1107: { credit: 'OTHER', debit: 'REFUND' },
  T1108: fee,
  T1201: dispute,
  T1202: dispute,
  T1205: dispute,
};

const PREFIXES = Object.keys(CODES).sort((one, other_) => other_.length - one.length);

export function kindOf(code: string, isCredit: boolean): EntryKind {
  const prefix = PREFIXES.find((one) => code.startsWith(one));
  const meaning = prefix === undefined ? other : (CODES[prefix] as Meaning);
  return isCredit ? meaning.credit : meaning.debit;
}
