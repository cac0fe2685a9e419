/** The tables of what is kept no longer, as kysely types: a part of the schema. */
export interface RetentionTables {
  /** What an order has lost; no row: nothing. */
  order_erasure: {
    order_key: number;
    /** When its cards' numbers were erased; a later movement may have brought new ones. */
    cards_erased_at: number | null;
    /** When its customer's data was erased, likewise. */
    customer_erased_at: number | null;
  };
  /** A walk over the rows of each kind, by their keys, again and again; no row before its first. */
  retention_sweep: {
    /** `SweepKind`. */
    kind: string;
    /** The last key that this walk has seen. */
    cursor: number;
    /** Below it nothing is left to remove: where the next walk begins. */
    floor: number;
    /** The lowest key of a row that still has something to remove, of this walk or noted beside it; null: none has. */
    left_at: number | null;
    /** When the next walk may begin. */
    next_at: number;
    /** Key of the process that walks: while it lives, the others leave the walk alone. */
    owner: number | null;
  };
}
