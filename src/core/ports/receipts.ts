/**
 * The port of mails to payers: receipts, and receipts again after a refund or void. It does not store the e-mail
 * address, which is in the transaction.
 */
import { DAY_MS } from '../../contract/durations.ts';

/** The time after which a receipt is not sent any more, because payers have no use for it. */
export const RECEIPT_LIFE_MS = 3 * DAY_MS;
/**
 * The time for which the row of an abandoned receipt is kept, so that the payer's page does not say that it was sent.
 * Longer than the page of a paid checkout is shown by default.
 */
export const ABANDONED_RECEIPT_MS = 30 * DAY_MS;

/** A receipt that this process is about to send. */
export interface DueReceipt {
  readonly transactionKey: number;
  /** The number of attempts, including this one. */
  readonly tries: number;
  /** The time of the outcome, milliseconds since 1970. */
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
  /** The mail is owed only from `dueAt` on: it is not claimed before, and the claim counts as no attempt. */
  postpone(transactionKey: number, dueAt: number): Promise<void>;
  /** Deletes the row of a receipt that was sent, or whose abandonment need not be known any more. */
  remove(transactionKey: number): Promise<void>;
  /** Keeps the row of a receipt that will not be sent, until it is due for removal. */
  abandon(transactionKey: number): Promise<void>;
  /** @returns undefined if there is no row: the receipt was sent, or none was owed */
  stateOf(transactionKey: number): Promise<'ABANDONED' | 'WAITING' | undefined>;
}
