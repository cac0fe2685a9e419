/** The tables of moves of merchants between stores, as kysely types. A part of the schema. */
import type { Generated } from 'kysely';

/**
 * The steps of a move. The store of origin goes from OPEN to CLOSING, CLOSED and GONE, the other one from ARRIVING to
 * SERVED.
 *
 * OPEN: the merchant pays here, and its rows are copied. CLOSING: each process holds new requests back. CLOSED: no
 * request is served and no worker acts, so that the rows do not change. GONE: the directory has the merchant elsewhere,
 * and the rows are removed; the row stays, so that addresses of payers are forwarded. ARRIVING: rows are written, and
 * neither served nor worked on. SERVED: the merchant pays here, and the move has work left.
 */
export type MoveStep = 'OPEN' | 'CLOSING' | 'CLOSED' | 'GONE' | 'ARRIVING' | 'SERVED';

/** The steps in which requests wait, until this store or the other one has the merchant. */
export const WAITING: ReadonlySet<MoveStep> = new Set(['CLOSING', 'CLOSED', 'ARRIVING']);

export interface MovingTables {
  merchant_move: {
    merchant_key: number;
    merchant_id: string;
    step: MoveStep;
    /** 1 in the steps CLOSED, GONE and ARRIVING. */
    is_closed: number;
    /** The number of the other store. */
    other_store: number;
    /** The command that moves the merchant. Another one may take the move over if `beats` stands still. */
    runner: string;
    beats: number;
    /** The time of the last step. */
    changed_at: number;
    /** 1 while each commit of the store lists the rows that it changes, for this merchant's move. */
    lists_changes: Generated<number>;
  };
  /** The rows that commits have changed, of all merchants, once for each merchant that moves. */
  row_change: {
    id: string;
    /** The merchant that moves. */
    merchant_key: number;
    /** JSON, see `RowChange`. */
    changes: string;
  };
}
