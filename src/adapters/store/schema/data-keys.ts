/** The table of data keys, as a kysely type. A part of the schema. */
import type { KeyPurpose } from '../../../core/ports/index.ts';

export interface DataKeyTables {
  /** Data keys, each wrapped by a key-encryption key, which is not stored here. */
  data_key: {
    id: number;
    kek: string;
    /** Empty once the key is destroyed. */
    wrapped: Uint8Array;
    created_at: number;
    /** Null in rows older than the column, which means SEAL. */
    purpose: KeyPurpose | null;
    /**
     * 1 if the wrapping is bound to the key's id, and sealed data to merchant and record. Null in rows older than the
     * column.
     */
    bound: number | null;
    /** The time from which the key is used; null while the key is only announced. */
    active_from: number | null;
    /** Approximate number of encryptions. */
    uses: number | null;
    retired_at: number | null;
    destroyed_at: number | null;
  };
}
