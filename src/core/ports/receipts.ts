/**
 * The port of stored mails: receipts to payers, receipts again after a refund or void, and mails to people of the
 * console. It does not store e-mail addresses, which are in the transaction or with the person.
 */
import { DAY_MS } from '../../contract/durations.ts';

/** The time after which a mail is not sent any more, because nobody has a use for it. */
export const RECEIPT_LIFE_MS = 3 * DAY_MS;
/**
 * The time for which the row of an abandoned receipt is kept, so that the payer's page does not say that it was sent.
 * Longer than the page of a paid checkout is shown by default.
 */
export const ABANDONED_RECEIPT_MS = 30 * DAY_MS;

/** A mail that this process is about to send. */
export interface DueMail {
  /** The key of the row; a receipt's is that of its transaction. */
  readonly key: number;
  /** The number of attempts, including this one. */
  readonly tries: number;
  /** The time from which the mail is owed, milliseconds since 1970. */
  readonly createdAt: number;
}

export interface MailOutbox {
  /**
   * Claims the due mails. A claimed mail is returned to no other process, until this process reports the result
   * or dies. The attempt is counted, and counts as failed unless a result is reported.
   *
   * @param dueAt the next due time if this process does not report a result
   */
  claim(now: number, limit: number, dueAt: number): Promise<DueMail[]>;
  recordFailure(key: number, dueAt: number): Promise<void>;
  /** The mail is owed only from `dueAt` on: it is not claimed before, and the claim counts as no attempt. */
  postpone(key: number, dueAt: number): Promise<void>;
  /** Deletes the row of a mail that was sent, or whose abandonment need not be known any more. */
  remove(key: number): Promise<void>;
  /** Keeps the row of a mail that will not be sent, until it is due for removal. */
  abandon(key: number): Promise<void>;
  /** @returns undefined if there is no row: the receipt was sent, or none was owed */
  stateOf(key: number): Promise<'ABANDONED' | 'WAITING' | undefined>;
}
