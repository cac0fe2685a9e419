/** The tables of the archive of ended orders, as kysely types: a part of the schema. */
import type { CopyState } from './archive/pieces.ts';

export interface ArchiveTables {
  /** Each time that an order's transactions went to a piece. */
  archive_copy: {
    /** Names the copy in markers and in its piece; no two have ever had the same. */
    key: number;
    order_key: number;
    /** `2026-03`: the piece. */
    month: string;
    state: CopyState;
    /** The order's last movement before it: one that has moved since goes to the archive again. */
    moved_at: number;
    created_at: number;
  };
  /** On a server alone: the pieces, a partition a month. */
  archived_transaction: {
    month: string;
    transaction_key: number;
    copy_key: number;
    request: string;
    outcome: string;
  };
}
