/** The one shape of everything that a processor or a bank reports about money. */

export const ENTRY_KINDS = [
  'PAYMENT',
  'REFUND',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
  'FEE',
  /** Counts in a payout's sum and is about no order: a hold, a correction, a loan. */
  'OTHER',
  /** Money that leaves the processor for the bank; on the bank's own statement, money that came there. */
  'PAYOUT',
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Amounts are minor units of the currency. */
export interface SettlementEntry {
  /** Unique in its source: the same in every file that has the entry. */
  readonly id: string;
  /** Who reports it: an acquirer by its name, a provider by its id, a bank by the name that the operator gave it. */
  readonly source: string;
  readonly kind: EntryKind;
  /** The ids under which it was sent, where the report repeats them. */
  readonly merchant?: string;
  readonly order?: string;
  readonly transaction?: string;
  /** What else may name it: the processor's own number, a payment's reference, words of a bank's line. */
  readonly references: readonly string[];
  /** As it moves the merchant's balance: a payment is above 0, a refund or chargeback below. */
  readonly gross: bigint;
  /** Above 0 where the processor keeps it, below where it gives it back. */
  readonly fee: bigint;
  readonly net: bigint;
  /** ISO 4217. */
  readonly currency: string;
  /** Value date, `2026-11-23`. */
  readonly date: string;
  /** The payout that it is a part of. */
  readonly payout?: string;
  /** A line of a bank statement: the money is there, and no payout will bring it. */
  readonly isAtBank?: true;
}

/** An entry as a report has it. */
export interface ReportedEntry extends SettlementEntry {
  /** The id that an earlier release stored it under, which was not unique. */
  readonly earlierId?: string;
}

/** As the file has it: its source is the importer's to say. */
export type ReadEntry = Omit<ReportedEntry, 'source'>;

/** Whether two reports of one entry say the same. */
export function isSame(one: SettlementEntry, other: SettlementEntry): boolean {
  return entryText(one) === entryText(other);
}

/** One line that two entries share only if they are equal. */
function entryText(entry: SettlementEntry): string {
  const { id, source, kind, merchant, order, transaction, references, currency, date, payout, isAtBank } = entry;
  const { gross, fee, net } = entry;
  const amounts = [gross, fee, net].map(String);
  return JSON.stringify([
    id,
    source,
    kind,
    merchant,
    order,
    transaction,
    references,
    amounts,
    currency,
    date,
    payout,
    isAtBank,
  ]);
}

const ABOUT_ORDERS: ReadonlySet<EntryKind> = new Set(['PAYMENT', 'REFUND', 'CHARGEBACK', 'CHARGEBACK_REVERSED']);

/** Whether an order should have it: a fee may be the account's, and a payout is nobody's. */
export function isAboutOrder({ kind, order }: Pick<SettlementEntry, 'kind' | 'order'>): boolean {
  return ABOUT_ORDERS.has(kind) || order !== undefined;
}
