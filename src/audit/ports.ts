/** What the audit trail needs: the table, and the place outside the database where its heads are written. */
import type { Unmasking } from '../gateway/ports/index.ts';
import type { AuditEntry, ChainHead } from './entry.ts';

export interface NewEntry {
  readonly entry: AuditEntry;
  readonly unmasking?: Unmasking;
}

/** The table. Entries are only ever added. */
export interface AuditEntries {
  /** A key that no row has had. */
  newKey(): number;
  /** The last entry's; undefined while there is none. */
  head(): Promise<ChainHead | undefined>;
  /**
   * Stores all or none, durably.
   *
   * @returns false when another process has taken their place in the chain
   */
  add(entries: readonly NewEntry[]): Promise<boolean>;
  /** In the order of the chain, after that sequence. */
  after(sequence: number, limit: number): Promise<readonly AuditEntry[]>;
  /** The newest, in the order of the chain. */
  newest(limit: number): Promise<readonly AuditEntry[]>;
  /** The entry whose `previous` is this hash. */
  follower(hash: string): Promise<ChainHead | undefined>;
  /** The row of `unmasking` with an entry's key. */
  unmasking(key: number): Promise<StoredUnmasking | undefined>;
  /** Rows of `unmasking` without an entry of that action, by key. */
  unchained(action: string, limit: number): Promise<readonly { readonly key: number; readonly at: number }[]>;
}

/** As it lies in the table. */
export interface StoredUnmasking extends Required<Pick<Unmasking, 'at' | 'certificate' | 'merchantKey' | 'operation'>> {
  readonly userId: string | null;
  readonly orderId: string | null;
  readonly transactionId: string | null;
  readonly token: string | null;
}

/** The chain's entries that one commit adds, and the hash of the last of them. */
export interface ChainRange {
  readonly from: number;
  readonly to: number;
  readonly hash: string;
}

/** INTENT: about to be stored. COMMITTED: stored. RESTORED: what follows `to` is gone with an older backup. */
export type HeadState = 'COMMITTED' | 'INTENT' | 'RESTORED';

export interface HeadLine extends ChainRange {
  readonly state: HeadState;
  readonly time: string;
}

/** Where heads are written: each durable before it resolves. */
export interface Heads {
  write(line: HeadLine): Promise<void>;
}
