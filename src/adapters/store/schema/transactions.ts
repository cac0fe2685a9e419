/** The tables of orders and their transactions, as kysely types. A part of the schema. */
export interface TransactionTables {
  payment_order: {
    key: number;
    merchant_key: number;
    order_id: string;
    /** Totals and movements, JSON: `OrderState`. */
    state: string;
    /** Key of the transaction that holds the order's lock; null if it is unlocked. */
    locked_by: number | null;
    /** Incremented with every lock, so that a process that has lost its lock cannot write. */
    fence: number;
    /** Key of the process that took the lock last; null in rows older than the column. */
    owner: number | null;
    created_at: number;
    updated_at: number;
  };
  /**
   * Transactions. A row is written once, before the message is sent. The outcome is a separate row, so that rows do not
   * change their size.
   */
  payment_transaction: {
    key: number;
    order_key: number;
    transaction_id: string;
    /** The request without card data, JSON: `TransactionRequest`. */
    request: string;
    /** Keyed request fingerprint. A repeated id with another fingerprint is refused. */
    meaning: Uint8Array;
    sealed_card: Uint8Array | null;
    created_at: number;
  };
  /**
   * The outcomes of transactions. A transaction in flight has no outcome row; the order's `locked_by` refers to the
   * transaction.
   */
  transaction_outcome: {
    transaction_key: number;
    /** The outcome, JSON: `TransactionOutcome`. */
    outcome: string;
    /** While the result is open: the time of the next status query, and the number of earlier ones. */
    follow_up_at: number | null;
    follow_ups: number;
    /** The system to query, as `processorOf` names it. */
    processor: string;
    /**
     * Key of the process that claimed the row; other processes do not claim it as long as that process is alive. Null
     * until the row is due.
     */
    owner: number | null;
    updated_at: number;
  };
}
