/** Ports of the audit trail: the table, and the place outside the database for its heads. */
import type { Unmasking } from '../../core/ports/index.ts';
import type { AuditEntry, ChainHead } from './entry.ts';

export interface NewEntry {
  readonly entry: AuditEntry;
  readonly unmasking?: Unmasking;
  readonly orderKey?: number | undefined;
}

/** The table. Entries are only added. */
export interface AuditEntries {
  /** Returns a key that no row has had. */
  newKey(): number;
  /** The head of the last entry; undefined if there are no entries. */
  head(): Promise<ChainHead | undefined>;
  /**
   * Stores all entries or none of them, durably.
   *
   * @returns false if another process has taken their place in the chain
   */
  add(entries: readonly NewEntry[]): Promise<boolean>;
  /** Entries after a sequence, in the order of the chain. */
  after(sequence: number, limit: number): Promise<readonly AuditEntry[]>;
  /** The newest entries, in the order of the chain. */
  newest(limit: number): Promise<readonly AuditEntry[]>;
  /** The newest entries about an order, in the order of the chain. */
  ofOrder(orderKey: number, limit: number): Promise<readonly AuditEntry[]>;
  /** The head of the entry with this hash as `previous`. */
  follower(hash: string): Promise<ChainHead | undefined>;
  /** The row of `unmasking` with an entry's key. */
  unmasking(key: number): Promise<StoredUnmasking | undefined>;
  /** Rows of `unmasking` without an entry of that action, by key. */
  unchainedUnmaskings(action: string, limit: number): Promise<readonly { readonly key: number; readonly at: number }[]>;
}

/** A row of the table. */
export interface StoredUnmasking extends Required<Pick<Unmasking, 'at' | 'certificate' | 'merchantKey' | 'operation'>> {
  readonly userId: string | null;
  readonly orderId: string | null;
  readonly transactionId: string | null;
  readonly token: string | null;
}

/** The range of entries that one commit adds, and the hash of the last one. */
export interface ChainRange {
  readonly from: number;
  readonly to: number;
  readonly hash: string;
}

/** INTENT: about to be stored. COMMITTED: stored. RESTORED: entries after `to` were lost with a restored backup. */
export type HeadState = 'COMMITTED' | 'INTENT' | 'RESTORED';

export interface HeadLine extends ChainRange {
  readonly state: HeadState;
  readonly time: string;
}

/** A destination of heads. Each is durable before `write` resolves. */
export interface Heads {
  write(line: HeadLine): Promise<void>;
}
