/** The tables of the archive of ended orders, as kysely types. A part of the schema. */

/**
 * PENDING: the copy is being written, and no marker refers to it yet. ARCHIVED: markers refer to the copy. STALE: like
 * ARCHIVED, but the order's customer was erased and the piece still has the old text. DROPPED: no marker can refer to
 * the copy any more.
 */
export type CopyState = 'ARCHIVED' | 'DROPPED' | 'PENDING' | 'STALE';

export interface ArchiveTables {
  /** One row for each time that an order's transactions were copied to a piece. */
  archive_copy: {
    /** Names the copy in markers and in its piece. Unique for all time. */
    key: number;
    order_key: number;
    /** Names the piece, such as `2026-03`. */
    month: string;
    state: CopyState;
    /** The order's last movement before the copy. An order with a later movement is archived again. */
    moved_at: number;
    created_at: number;
  };
  /** PostgreSQL only: the pieces, as a table partitioned by month. */
  archived_transaction: {
    month: string;
    transaction_key: number;
    copy_key: number;
    request: string;
    outcome: string;
  };
}
