/** The port of receipts that payers are mailed. None of it holds an address: that stands in the transaction. */

/** A receipt whose attempt has begun. */
export interface DueReceipt {
  readonly transactionKey: number;
  /** Attempts, with this one. */
  readonly tries: number;
  /** When the payment succeeded, milliseconds since 1970. */
  readonly createdAt: number;
}

export interface ReceiptOutbox {
  /**
   * Claims what is due: each goes to one process alone, until that says what came of it, or dies. The attempt counts,
   * and is presumed to fail.
   *
   * @param dueAt when they are due again, should this process not say what came of them
   */
  claim(now: number, limit: number, dueAt: number): Promise<DueReceipt[]>;
  failed(transactionKey: number, dueAt: number): Promise<void>;
  /** Sent or given up: nothing of it is kept. */
  ended(transactionKey: number): Promise<void>;
}
