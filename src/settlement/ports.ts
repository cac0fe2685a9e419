/** What the import and the report of settlements need of the store. */
import type { RecordedTransactions, StoredTransaction } from '../gateway/ports/index.ts';
import type { SettlementEntry } from './entry.ts';

export interface StoredEntry {
  readonly key: number;
  readonly entry: SettlementEntry;
  /** Of the order that it names, where there is one here. */
  readonly orderKey: number | null;
  /** Its chargeback and fee are transactions of the order, or it has none. */
  readonly isBooked: boolean;
}

export interface SettlementFile {
  readonly key: number;
  readonly source: string;
  readonly hash: string;
  readonly name: string;
  readonly entries: number;
  readonly isDone: boolean;
}

/** An order with its merchant, and all that is known of it. */
export interface SettledOrder {
  readonly orderKey: number;
  readonly merchantId: string;
  readonly orderId: string;
  /** In the order of their creation. */
  readonly transactions: readonly StoredTransaction[];
  readonly entries: readonly StoredEntry[];
}

export interface SettlementRecords {
  /** Stores that a file's import begins, or finds the earlier one of the same bytes. */
  beginFile(file: Omit<SettlementFile, 'isDone' | 'key'>, at: number): Promise<SettlementFile>;
  fileDone(key: number, at: number): Promise<void>;
  unfinishedFiles(): Promise<readonly SettlementFile[]>;
  find(source: string, id: string): Promise<StoredEntry | undefined>;
  /**
   * Stores an entry, and the transactions that it makes, in one commit.
   *
   * @param stored the entry, where it is stored and not booked yet
   * @returns false when the entry was stored, or the order locked or changed, meanwhile; nothing is written then
   */
  store(
    entry: SettlementEntry,
    about: {
      readonly orderKey: number | null;
      readonly isBooked: boolean;
      readonly recorded?: RecordedTransactions;
      readonly stored?: StoredEntry;
    },
    at: number,
  ): Promise<boolean>;
  /** The transaction of a browser payment, by the reference that was sent to its provider, or the provider's own. */
  transactionByReference(
    reference: string,
  ): Promise<{ readonly orderKey: number; readonly merchantId: string; readonly orderId: string } | undefined>;
  /** Every entry once, in the order in which they were stored. */
  entries(): AsyncIterable<StoredEntry>;
  /** Every order once, with its entries. */
  orders(): AsyncIterable<SettledOrder>;
}
