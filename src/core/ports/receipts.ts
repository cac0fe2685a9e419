/** The port of receipts e-mailed to payers. It stores no address: the transaction has it. */

/** A receipt whose attempt has started. */
export interface DueReceipt {
  readonly transactionKey: number;
  /** The number of attempts, including this one. */
  readonly tries: number;
  /** The time of the successful payment, milliseconds since 1970. */
  readonly createdAt: number;
}

export interface ReceiptOutbox {
  /**
   * Claims the due receipts. Each goes to one process only, until that process reports the result or dies. The attempt
   * counts, and is presumed to fail.
   *
   * @param dueAt the next due time if this process does not report a result
   */
  claim(now: number, limit: number, dueAt: number): Promise<DueReceipt[]>;
  recordFailure(transactionKey: number, dueAt: number): Promise<void>;
  /** Sent or abandoned: its row is deleted. */
  remove(transactionKey: number): Promise<void>;
}
