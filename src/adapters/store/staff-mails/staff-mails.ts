/** Mails to people of the console: implements their port over any engine. */
import type {
  AlarmMails,
  AlarmTimes,
  ChosenAt,
  ChosenReports,
  MailChoice,
  OwedDispute,
  PersonThere,
  SentRhythm,
  StaffMail,
  StaffMails,
} from '../../../console/index.ts';
import type { ReceiverAlarm } from '../../../core/ports/index.ts';
import { disputeFrom } from '../disputes/disputes.ts';
import * as disputeStatements from '../disputes/statements.ts';
import { type Write, write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import * as alarmStatements from '../notifications/alarm-statements.ts';
import * as statements from './statements.ts';

export class StoredStaffMails extends Repository implements StaffMails {
  async choice(personKey: number, merchantKey: number): Promise<MailChoice | undefined> {
    return (await this.choicesOf(personKey)).find((one) => one.merchantKey === merchantKey);
  }

  async choicesOf(personKey: number): ReturnType<StaffMails['choicesOf']> {
    const rows = await this.engine.read(statements.choicesOf, { personKey });
    return rows.map(({ merchant_key, merchant_id, reports, alarms, disputes }) => ({
      merchantKey: Number(merchant_key),
      merchantId: merchant_id,
      reports,
      alarms,
      disputes,
    }));
  }

  async choose(
    { personKey, merchantKey, merchantId = null }: ChosenAt & PersonThere,
    choice: MailChoice,
    reportedDay: string,
  ): Promise<void> {
    const row = { personKey, merchantKey, merchantId, ...choice, reportedDay };
    await this.engine.commit({ writes: [write(statements.putChoice, row)] });
  }

  async forgetChoice({ personKey, merchantKey }: PersonThere): Promise<void> {
    await this.engine.commit({ writes: [write(statements.deleteChoice, { personKey, merchantKey })] });
  }

  async lackingReports(
    { DAILY: untilDay, WEEKLY: untilWeek }: Readonly<Record<SentRhythm, string>>,
    limit: number,
  ): Promise<readonly ChosenReports[]> {
    const until = { daily: 'DAILY', weekly: 'WEEKLY', untilDay, untilWeek, limit } as const;
    return (await this.engine.read(statements.lackingReports, until)).map((row) => ({
      personKey: Number(row.person_key),
      merchantKey: Number(row.merchant_key),
      merchantId: row.merchant_id,
      // The statement reads no row without reports.
      reports: row.reports as SentRhythm,
      reportedDay: row.reported_day,
    }));
  }

  queueReports(chosen: ChosenReports, days: readonly string[], now: number): Promise<boolean> {
    const { personKey, merchantKey, reports, reportedDay: before } = chosen;
    const day = days.at(-1) ?? before;
    return this.engine.commit({
      guard: write(statements.noteReport, { personKey, merchantKey, reports, before, day }),
      writes: days.map((about) => this.#insertion({ personKey, merchantKey, kind: reports, about }, now)),
    });
  }

  async choicesAt(merchantKey: number): ReturnType<StaffMails['choicesAt']> {
    const rows = await this.engine.read(statements.choicesAt, { merchantKey });
    return rows.map(({ person_key, alarms, disputes }) => ({ personKey: Number(person_key), alarms, disputes }));
  }

  async owedDisputes(now: number, limit: number): Promise<readonly OwedDispute[]> {
    const rows = await this.engine.read(disputeStatements.disputesToMail, { now, limit });
    return rows.map((row) => ({ ...disputeFrom(row), owedAt: Number(row.mail_at) }));
  }

  mailDispute(owed: OwedDispute, to: readonly number[], next: number | null, now: number): Promise<boolean> {
    const { key, merchantKey, owedAt: before } = owed;
    return this.engine.commit({
      guard: write(disputeStatements.noteDisputeMail, { key, before, next }),
      writes: to.map((personKey) => this.#insertion({ personKey, merchantKey, kind: 'DISPUTE', about: `${key}` }, now)),
    });
  }

  mailAlarm(alarm: ReceiverAlarm, mails: AlarmMails, { now, next, endedAt }: AlarmTimes): Promise<boolean> {
    const { receiver, kind, owedAt: before } = alarm;
    return this.engine.commit({
      guard: write(alarmStatements.noteMail, { receiver, kind, before, next, now, endedAt }),
      writes: this.#alarmMails(alarm, mails, now),
    });
  }

  endAlarm(alarm: ReceiverAlarm, mails: AlarmMails | undefined, now: number): Promise<boolean> {
    const { receiver, kind } = alarm;
    return this.engine.commit({
      guard: write(alarmStatements.endAlarm, { receiver, kind, now }),
      writes: mails === undefined ? [] : this.#alarmMails(alarm, mails, now),
    });
  }

  #alarmMails({ merchantKey }: ReceiverAlarm, { kind, about, to }: AlarmMails, now: number): Write[] {
    return to.map((personKey) => this.#insertion({ personKey, merchantKey, kind, about }, now));
  }

  #insertion({ personKey, merchantKey, kind, about }: StaffMail, now: number): Write {
    const row = { key: this.newKey(), personKey, merchantKey, kind, about, none: 0, dueAt: now, createdAt: now };
    return write(statements.insertMail, row);
  }

  async find(key: number): Promise<StaffMail | undefined> {
    const [row] = await this.engine.read(statements.findMail, { key });
    return (
      row && {
        personKey: Number(row.person_key),
        merchantKey: Number(row.merchant_key),
        kind: row.kind,
        about: row.about,
      }
    );
  }
}
