/** Receipts that payers are mailed: content, delivery and schedule. */
export type { Occasion } from './content.ts';
export { type Letter, letterOf } from './letter.ts';
export { linkLetter } from './link-letter.ts';
export { type PostponedMail, type ReceiptMail, type ReceiptOutcome, ReceiptWorker } from './receipt-worker.ts';
export { type Mail, type MailServer, SmtpMailer } from './smtp-mailer.ts';
