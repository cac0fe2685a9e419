/** The tables of the directory of stores, as kysely types. A part of the schema. Only the first store has rows. */
import type { Generated } from 'kysely';

export interface DirectoryTables {
  /**
   * One row, which the first further store creates: the directory's id, which each of its stores records; the number of
   * changes of the directory; and the highest number that a store has had.
   */
  store_directory: { key: number; id: string; changes: number; last_number: number };
  /** The further stores. */
  store: {
    number: number;
    name: string;
    /** The URL, which may contain a password, and the schema. */
    sealed_address: Uint8Array;
    /** The number of times that a command has left work in it, for which the processes open it. */
    woken: Generated<number>;
    /** Names the closing, while no process may serve the store. */
    closing: string | null;
    added_at: number;
  };
  /** The store of a merchant. A merchant without a row is in the first store. */
  store_merchant: { merchant_id: string; store_number: number };
}
