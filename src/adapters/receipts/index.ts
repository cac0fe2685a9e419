/** Mails: receipts for payers with their content, and the parts, delivery and schedule of any mail. */
export type { Occasion } from './content.ts';
export { htmlPage } from './html-page.ts';
export { Block, FactRows, FigureRows, Heading, LinksAndContacts } from './html-parts.ts';
export { type Letter, letterOf } from './letter.ts';
export { linkLetter } from './link-letter.ts';
export { type MailOutcome, MailWorker, type PostponedMail, type StoredMail } from './mail-worker.ts';
export { oneLine } from './one-line.ts';
export { type Mail, type MailServer, SmtpMailer } from './smtp-mailer.ts';
