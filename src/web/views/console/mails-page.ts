/** The data of the page on which a person chooses the mails about a merchant. */
import type { ConsoleShell } from './shell.ts';

export const REPORT_CHOICES = ['NONE', 'DAILY', 'WEEKLY'] as const;

export interface MailsPage {
  readonly shell: ConsoleShell;
  readonly reports: (typeof REPORT_CHOICES)[number];
  /** Whether the person gets mails about receivers that fail; undefined if the role has none. */
  readonly hasAlarms: boolean | undefined;
  /** Whether the person gets mails about disputes. */
  readonly hasDisputes: boolean;
  /** False: the gateway has no mail server. */
  readonly canMail: boolean;
  readonly isSaved: boolean;
}

/** A merchant in the list of "Your account". */
export interface MailsEntry {
  readonly merchantName: string;
  readonly href: string;
  readonly reports: MailsPage['reports'];
  readonly hasAlarms: boolean;
  readonly hasDisputes: boolean;
}
