/** The mails that people of the console choose, those that are to be sent, and the port to the store. */

export type ReportRhythm = 'DAILY' | 'NONE' | 'WEEKLY';

export type SentRhythm = Exclude<ReportRhythm, 'NONE'>;

/** Whether the person gets mails about receivers of notifications that fail. */
export type AlarmChoice = 'OFF' | 'ON';

export interface MailChoice {
  readonly reports: ReportRhythm;
  /** Null: by the role. */
  readonly alarms: AlarmChoice | null;
}

/** A person at a merchant. */
export interface PersonThere {
  readonly personKey: number;
  readonly merchantKey: number;
}

/** Reports that a person has chosen. */
export interface ChosenReports extends PersonThere {
  readonly reports: SentRhythm;
  /** The last day of the newest report that was queued, in UTC: `2026-11-29`. */
  readonly reportedDay: string;
}

/** DAILY, WEEKLY: reports. */
export type StaffMailKind = SentRhythm;

/** A mail that is to be sent to a person. */
export interface StaffMail extends PersonThere {
  readonly kind: StaffMailKind;
  /** The last day of a report. */
  readonly about: string;
}

export interface StaffMails {
  choice(personKey: number, merchantKey: number): Promise<MailChoice | undefined>;
  choicesOf(personKey: number): Promise<readonly (MailChoice & { readonly merchantKey: number })[]>;
  /** @param reportedDay kept as it is if the rhythm of reports is the same as before */
  choose(there: PersonThere, choice: MailChoice, reportedDay: string): Promise<void>;
  forgetChoice(there: PersonThere): Promise<void>;
  /** @param until the last day of the newest report that may be made, by rhythm @returns those that lack one */
  lackingReports(until: Readonly<Record<SentRhythm, string>>, limit: number): Promise<readonly ChosenReports[]>;
  /**
   * Queues reports, and notes them, in one commit.
   *
   * @param days the last days of their periods, the newest last
   * @returns false if another process was first, or the person has chosen anew
   */
  queueReports(chosen: ChosenReports, days: readonly string[], now: number): Promise<boolean>;
  /** @returns undefined if it was sent, or its person removed */
  find(key: number): Promise<StaffMail | undefined>;
}
