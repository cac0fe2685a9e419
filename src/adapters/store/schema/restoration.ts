/** The tables of a restored store, as kysely types. A part of the schema. */
export interface RestoredTables {
  /**
   * Empty in an open store. The row RESTORED closes the store; every other row is named after a ledger with which the
   * store was compared.
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
