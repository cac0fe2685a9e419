/** The tables of mails to payers, as kysely types. A part of the schema. */
import type { QueuedMail } from './queued-mail.ts';

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

interface MailRow extends QueuedMail {
  transaction_key: number;
}
