/** The table of receipts, as a kysely type. A part of the schema. */
export interface ReceiptTables {
  /**
   * Receipts to be mailed to payers, one for each payment, refund and void, stored with its outcome. Removed once sent.
   */
  receipt_mail: {
    transaction_key: number;
    tries: number;
    due_at: number;
    /** Key of the process that claimed the row; other processes do not claim it as long as that process is alive. */
    owner: number | null;
    /** When the payment succeeded. */
    created_at: number;
  };
}
