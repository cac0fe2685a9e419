/** The mails that people of the console choose, those that are to be sent, and the port to the store. */
import type { ReceiverAlarm, StoredDispute } from '../../core/ports/index.ts';
import type { AlarmMailKind } from './alarm-note.ts';

export type ReportRhythm = 'DAILY' | 'NONE' | 'WEEKLY';

export type SentRhythm = Exclude<ReportRhythm, 'NONE'>;

/** Whether the person gets mails about receivers of notifications that fail, or about disputes. */
export type AlarmChoice = 'OFF' | 'ON';

export interface MailChoice {
  readonly reports: ReportRhythm;
  /** Null: by the role. */
  readonly alarms: AlarmChoice | null;
  /** Null: by the role. */
  readonly disputes: AlarmChoice | null;
}

/** A person at a merchant. */
export interface PersonThere {
  readonly personKey: number;
  readonly merchantKey: number;
}

/** The merchant at which mails are chosen. */
export interface ChosenAt {
  /** Null where a release without further stores wrote the choice. */
  readonly merchantId?: string | null | undefined;
}

/** Reports that a person has chosen. */
export interface ChosenReports extends PersonThere, ChosenAt {
  readonly reports: SentRhythm;
  /** The last day of the newest report that was queued, in UTC: `2026-11-29`. */
  readonly reportedDay: string;
}

/** DAILY, WEEKLY: reports. DISPUTE: about a dispute. The others are about a receiver of notifications. */
export type StaffMailKind = AlarmMailKind | SentRhythm | 'DISPUTE';

/** A mail that is to be sent to a person. */
export interface StaffMail extends PersonThere {
  readonly kind: StaffMailKind;
  /** The last day of a report; the key of a dispute; for a receiver, as `alarmNote` writes it. */
  readonly about: string;
}

/** Mails about a receiver, one for each person. */
export interface AlarmMails {
  readonly kind: AlarmMailKind;
  readonly about: string;
  /** The keys of the people. */
  readonly to: readonly number[];
}

export interface AlarmTimes {
  readonly now: number;
  /** The earliest time of the next mail about the receiver. */
  readonly next: number;
  /** Set if no further mail follows. */
  readonly endedAt: number | null;
}

/** A dispute about which mails are owed. */
export interface OwedDispute extends StoredDispute {
  readonly owedAt: number;
}

export interface StaffMails {
  choicesAt(
    merchantKey: number,
  ): Promise<readonly (Pick<MailChoice, 'alarms' | 'disputes'> & { readonly personKey: number })[]>;
  /** Disputes about which mails are owed, those with the longest wait first. */
  owedDisputes(now: number, limit: number): Promise<readonly OwedDispute[]>;
  /**
   * Queues mails about a dispute, and notes them, in one commit.
   *
   * @param to the keys of the people
   * @param next the time of the next mails; null if none follow
   * @returns false if another process was first, or the dispute has changed
   */
  mailDispute(owed: OwedDispute, to: readonly number[], next: number | null, now: number): Promise<boolean>;
  /** Queues mails about a receiver, and notes them, in one commit. @returns false if another process was first */
  mailAlarm(alarm: ReceiverAlarm, mails: AlarmMails, times: AlarmTimes): Promise<boolean>;
  /** Ends the alarm and queues the mails about its end, in one commit. @returns false if another process was first */
  endAlarm(alarm: ReceiverAlarm, mails: AlarmMails | undefined, now: number): Promise<boolean>;
  choice(personKey: number, merchantKey: number): Promise<MailChoice | undefined>;
  choicesOf(personKey: number): Promise<readonly (ChosenAt & MailChoice & { readonly merchantKey: number })[]>;
  /** @param reportedDay kept as it is if the rhythm of reports is the same as before */
  choose(there: ChosenAt & PersonThere, choice: MailChoice, reportedDay: string): Promise<void>;
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
