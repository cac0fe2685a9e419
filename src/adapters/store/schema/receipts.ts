/** The tables of mails to payers, as kysely types. A part of the schema. */
export interface ReceiptTables {
  /**
   * Receipts to be mailed to payers, one for each payment, refund and void, stored with its outcome. Removed once sent.
   */
  receipt_mail: MailRow;
  /**
   * Mails about reservations that end by themselves, one for each authorization, stored with its outcome. Removed once
   * sent, or once nothing is reserved any more.
   */
  reservation_mail: MailRow;
}

interface MailRow {
  transaction_key: number;
  tries: number;
  due_at: number;
  /** Key of the process that claimed the row; other processes do not claim it as long as that process is alive. */
  owner: number | null;
  /** The time from which the mail is owed. */
  created_at: number;
}
