/** The common form of all entries in reports of processors and banks. */

export const ENTRY_KINDS = [
  'PAYMENT',
  'REFUND',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
  'FEE',
  /** Counts in a payout's sum but belongs to no order: a hold, a correction, a loan. */
  'OTHER',
  /** Money transferred from the processor to the bank, or, on the bank's own statement, money received. */
  'PAYOUT',
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Amounts are minor units of the currency. */
export interface SettlementEntry {
  /** Unique within the source, and the same in every file that has the entry. */
  readonly id: string;
  /** The reporter: an acquirer's name, a provider's id, or the name that the operator gave a bank. */
  readonly source: string;
  readonly kind: EntryKind;
  /** The gateway's own ids, if the report repeats them. */
  readonly merchant?: string;
  readonly order?: string;
  readonly transaction?: string;
  /** Other possible identifiers: the processor's own number, a payment's reference, words of a bank's line. */
  readonly references: readonly string[];
  /** The effect on the merchant's balance: a payment is positive, a refund or chargeback negative. */
  readonly gross: bigint;
  /** Positive if the processor keeps it, negative if it returns it. */
  readonly fee: bigint;
  readonly net: bigint;
  /** ISO 4217. */
  readonly currency: string;
  /** Value date, `2026-11-23`. */
  readonly date: string;
  /** The payout that includes the entry. */
  readonly payout?: string;
  /** The scheme's code of a chargeback's reason: `10.4`, `4853`. */
  readonly reason?: string;
  /** The last day to answer a chargeback, `2026-12-23`. */
  readonly respondBy?: string;
  /** Set for a line of a bank statement: the money has arrived, so no payout is expected. */
  readonly isAtBank?: true;
}

/** An entry as a reader of reports returns it. */
export interface ReportedEntry extends SettlementEntry {
  /** The id under which an earlier release stored it, which was not unique. */
  readonly earlierId?: string;
}

/** An entry of a file. The importer adds the source. */
export type ReadEntry = Omit<ReportedEntry, 'source'>;

/** True if two reports of an entry are equal. */
export function isSame(one: SettlementEntry, other: SettlementEntry): boolean {
  return entryText(one) === entryText(other);
}

/** A text that is the same only for equal entries. */
function entryText(entry: SettlementEntry): string {
  const { id, source, kind, merchant, order, transaction, references, currency, date, payout, isAtBank } = entry;
  const { gross, fee, net, reason, respondBy } = entry;
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
    reason,
    respondBy,
  ]);
}

const ABOUT_ORDERS: ReadonlySet<EntryKind> = new Set(['PAYMENT', 'REFUND', 'CHARGEBACK', 'CHARGEBACK_REVERSED']);

/** True if the entry belongs to an order. A fee may be for the whole account, and a payout belongs to no order. */
export function isAboutOrder({ kind, order }: Pick<SettlementEntry, 'kind' | 'order'>): boolean {
  return ABOUT_ORDERS.has(kind) || order !== undefined;
}
