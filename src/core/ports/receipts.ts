/** The port of receipts e-mailed to payers. It does not store the e-mail address, which is in the transaction. */

/** A receipt that this process is about to send. */
export interface DueReceipt {
  readonly transactionKey: number;
  /** The number of attempts, including this one. */
  readonly tries: number;
  /** The time of the successful payment, milliseconds since 1970. */
  readonly createdAt: number;
}

export interface ReceiptOutbox {
  /**
   * Claims the due receipts. A claimed receipt is returned to no other process, until this process reports the result
   * or dies. The attempt is counted, and counts as failed unless a result is reported.
   *
   * @param dueAt the next due time if this process does not report a result
   */
  claim(now: number, limit: number, dueAt: number): Promise<DueReceipt[]>;
  recordFailure(transactionKey: number, dueAt: number): Promise<void>;
  /** Deletes the row of a receipt that was sent or abandoned. */
  remove(transactionKey: number): Promise<void>;
}
