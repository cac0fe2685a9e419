/** The ledger in `GET …/ledger`: one entry for each payment, in the form of the other providers' ledgers. */
import { amountText } from '../requests.ts';
import { paymentRequestOf } from '../resources.ts';
import type { BankLedger } from './ledger.ts';
import type { BankPaymentRow } from './rows.ts';

export interface BankLedgerEntry {
  readonly kind: 'PAYMENT';
  /** The bank's `paymentId`. */
  readonly id: string;
  readonly bank: string;
  /** The caller's reference: the remittance information, else the end-to-end identification. */
  readonly reference: string;
  /** The creditor's account. */
  readonly merchant: string;
  /** Decimal text in major units. */
  readonly amount: string;
  readonly currency: string;
  readonly state: string;
  /** The amount credited to the creditor's account, as decimal text. */
  readonly credited: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface BankEntryFilter {
  /** The creditor's IBAN. */
  readonly merchant?: string | undefined;
  /** The bank's payment id, or a word of the remittance information or the end-to-end identification. */
  readonly order?: string | undefined;
}

export function bankLedgerEntries(ledger: BankLedger, { merchant, order }: BankEntryFilter = {}): BankLedgerEntry[] {
  return ledger.payments
    .all({ creditor_iban: merchant })
    .filter((row) => order === undefined || namesOf(row).includes(order))
    .map((row) => entryOf(ledger, row));
}

function namesOf({ id, remittance, end_to_end: endToEnd }: BankPaymentRow): (string | null)[] {
  return [id, remittance, endToEnd, ...(remittance ?? '').split(/[\s,;/]+/)];
}

function entryOf(ledger: BankLedger, row: BankPaymentRow): BankLedgerEntry {
  const credits = ledger.entries.all({ payment_id: row.id, direction: 'CRDT' });
  return {
    kind: 'PAYMENT',
    id: row.id,
    bank: row.bank,
    reference: row.remittance ?? row.end_to_end ?? '',
    merchant: row.creditor_iban,
    amount: amountText(BigInt(row.amount)),
    currency: paymentRequestOf(row).instructedAmount.currency,
    state: row.status,
    credited: amountText(credits.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
    at: new Date(row.created_at).toISOString(),
  };
}
