/** The port of the store for importing and reporting settlements. */
import type { RecordedTransactions, StoredTransaction } from '../../core/ports/index.ts';
import type { SettlementEntry } from './entry.ts';

export interface StoredEntry {
  readonly key: number;
  readonly entry: SettlementEntry;
  /** Key of the order that the entry refers to; null if the store has no such order. */
  readonly orderKey: number | null;
  /** True if the entry's chargeback and fee, if it has any, are stored as transactions of the order. */
  readonly isBooked: boolean;
  /** Key of the merchant's payout; null if the entry names none, or no merchant of this store. */
  readonly payoutKey: number | null;
}

export interface SettlementFile {
  readonly key: number;
  readonly source: string;
  readonly hash: string;
  readonly name: string;
  readonly entries: number;
  readonly isDone: boolean;
}

/** An order with its merchant, transactions and entries. */
export interface OrderWithEntries {
  readonly orderKey: number;
  readonly merchantId: string;
  readonly orderId: string;
  /** The order's transactions, oldest first. */
  readonly transactions: readonly StoredTransaction[];
  readonly entries: readonly StoredEntry[];
}

export interface SettlementRecords {
  /** Records the start of a file's import, or returns the earlier import of the same bytes. */
  beginFile(file: Omit<SettlementFile, 'isDone' | 'key'>, at: number): Promise<SettlementFile>;
  fileDone(key: number, at: number): Promise<void>;
  unfinishedFiles(): Promise<readonly SettlementFile[]>;
  find(source: string, id: string): Promise<StoredEntry | undefined>;
  /**
   * Stores an entry, its transactions, and its share of the payout's sums in one commit.
   *
   * @param stored the entry, if it is stored but not booked yet
   * @returns false, and writes no row, if the entry was stored meanwhile, or the order was locked or changed
   */
  store(
    entry: SettlementEntry,
    about: {
      readonly orderKey: number | null;
      /** The merchant whose payout has the entry; undefined if the entry names none of this store. */
      readonly merchantKey?: number | undefined;
      readonly isBooked: boolean;
      readonly recorded?: RecordedTransactions;
      readonly stored?: StoredEntry;
    },
    at: number,
  ): Promise<boolean>;
  /**
   * Finds a browser payment's order by the reference that was sent to its provider, or by the provider's own number.
   */
  transactionByReference(
    reference: string,
  ): Promise<{ readonly orderKey: number; readonly merchantId: string; readonly orderId: string } | undefined>;
  /** Every entry once, in the order of storage. */
  entries(): AsyncIterable<StoredEntry>;
  /** Every order once, with its entries. */
  orders(): AsyncIterable<OrderWithEntries>;
}
