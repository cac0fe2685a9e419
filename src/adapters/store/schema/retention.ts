/** The tables of erasures and retention walks, as kysely types. A part of the schema. */
export interface RetentionTables {
  /** The erasures of an order. An order with all its data has no row. */
  order_erasure: {
    order_key: number;
    /** When the order's card numbers were erased. A later transaction may have brought new card numbers. */
    cards_erased_at: number | null;
    /** When the data of the order's customer was erased. A later transaction may have brought new data. */
    customer_erased_at: number | null;
  };
  /** The endless walk over the rows of each kind, by key. A kind has no row before its first walk. */
  retention_sweep: {
    /** A `SweepKind`. */
    kind: string;
    /** The last key that the current walk has read. */
    cursor: number;
    /** The start of the next walk: all rows below have been removed or erased. */
    floor: number;
    /**
     * The lowest key of a row that still has data to remove, from this walk or from `leaveCard`; null if there is none.
     */
    left_at: number | null;
    /** The earliest start of the next walk. */
    next_at: number;
    /** Key of the walking process; other processes do not claim the walk as long as that process is alive. */
    owner: number | null;
  };
}
