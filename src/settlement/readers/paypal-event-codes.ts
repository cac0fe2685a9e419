/**
 * What PayPal's transaction event codes (T-codes) say of a row, by the longest prefix that is listed. The codes are of
 * PayPal's published reports; what is not listed moves the balance and is about no order.
 */
import type { EntryKind } from '../entry.ts';

/** What a row is where the account is credited, and where it is debited. */
interface Meaning {
  readonly credit: EntryKind;
  readonly debit: EntryKind;
}

const other: Meaning = { credit: 'OTHER', debit: 'OTHER' };
const fee: Meaning = { credit: 'FEE', debit: 'FEE' };
const dispute: Meaning = { credit: 'CHARGEBACK_REVERSED', debit: 'CHARGEBACK' };

const CODES: Readonly<Record<string, Meaning>> = {
  // Payments; those that are debited are the account's own purchases.
  T00: { credit: 'PAYMENT', debit: 'OTHER' },
  // Mass payments and what else the account sends.
  T0001: other,
  // Fees that are no part of a payment's row: of the account, of a chargeback.
  T01: fee,
  // Transfers to the bank, and those that came back.
  T04: { credit: 'PAYOUT', debit: 'PAYOUT' },
  // A payment that PayPal took back for the payer, or its return.
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
