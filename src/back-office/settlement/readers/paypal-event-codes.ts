/**
 * Maps PayPal's transaction event codes (T-codes) to entry kinds, by the longest listed prefix. The codes are those of
 * PayPal's published reports. Transactions with other codes change the balance but belong to no order.
 */
import type { EntryKind } from '../entry.ts';

/** The kind of a row if the account is credited, and if it is debited. */
interface Meaning {
  readonly credit: EntryKind;
  readonly debit: EntryKind;
}

const OTHER_MEANING: Meaning = { credit: 'OTHER', debit: 'OTHER' };
const FEE_MEANING: Meaning = { credit: 'FEE', debit: 'FEE' };
const DISPUTE_MEANING: Meaning = { credit: 'CHARGEBACK_REVERSED', debit: 'CHARGEBACK' };

const CODES: Readonly<Record<string, Meaning>> = {
  // Payments. Debits are the account's own purchases.
  T00: { credit: 'PAYMENT', debit: 'OTHER' },
  // Mass payments, and other money that the account sends.
  T0001: OTHER_MEANING,
  // Fees outside a payment's row, such as those of the account or of a chargeback.
  T01: FEE_MEANING,
  // Transfers to the bank, and returned transfers.
  T04: { credit: 'PAYOUT', debit: 'PAYOUT' },
  // A payment that PayPal returned to the payer, or the reversal of that.
  T1106: DISPUTE_MEANING,
  T1107: { credit: 'OTHER', debit: 'REFUND' },
  T1108: FEE_MEANING,
  T1201: DISPUTE_MEANING,
  T1202: DISPUTE_MEANING,
  T1205: DISPUTE_MEANING,
};

const PREFIXES = Object.keys(CODES).sort((one, other_) => other_.length - one.length);

export function entryKindOf(code: string, isCredit: boolean): EntryKind {
  const prefix = PREFIXES.find((one) => code.startsWith(one));
  const meaning = prefix === undefined ? OTHER_MEANING : (CODES[prefix] as Meaning);
  return isCredit ? meaning.credit : meaning.debit;
}
