/** Receipts that payers are mailed: what they say, who sends them, and when. */
export { type Letter, letterOf } from './letter.ts';
export { ReceiptWorker } from './receipt-worker.ts';
export { type Mail, type MailServer, SmtpMailer } from './smtp-mailer.ts';
