/** The tables of mails to people of the console, as kysely types. A part of the schema. */
import type { AlarmChoice, ReportRhythm, StaffMailKind } from '../../../console/index.ts';
import type { QueuedMail } from './queued-mail.ts';

export interface StaffMailTables {
  /** The mails that a person has chosen at a merchant. Without a row there are no reports. */
  console_mail_choice: {
    person_key: number;
    merchant_key: number;
    reports: ReportRhythm;
    /** The last day of the newest report that was queued: `2026-11-29`. */
    reported_day: string;
    /** Null: by the role. */
    alarms: AlarmChoice | null;
    /** Null: by the role. */
    disputes: AlarmChoice | null;
    /** Null where a release without further stores wrote the row. */
    merchant_id: string | null;
  };
  /** Mails that are to be sent. Removed once sent. */
  staff_mail: QueuedMail & {
    key: number;
    person_key: number;
    merchant_key: number;
    kind: StaffMailKind;
    /** The last day of a report; for a receiver or a dispute, JSON about it. */
    about: string;
  };
}
