/** The tables of a restored store, as kysely types. A part of the schema. */
export interface RestoredTables {
  /**
   * Empty in an open store. The row RESTORED closes the store; every other name is a ledger that it was compared with.
   */
  restored_store: { name: string; at: number };
  /** Orders with movements that only a processor's ledger has. */
  barred_order: {
    order_key: number;
    /** The movements, for the operator. */
    movements: string;
    barred_at: number;
  };
}
