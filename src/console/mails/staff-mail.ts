/** The content of a queued mail, made when it is sent: by the person's role and choice of that time. */
import type { StaffAlarm, StaffReport } from '../../web/views/console/index.ts';
import { type AlarmDependencies, alarmOf } from './alarm.ts';
import { wantsAlarms } from './alarm-recipients.ts';
import type { StaffMail, StaffMails } from './ports.ts';
import { type ReportDependencies, reportOf } from './report.ts';
import type { ReportWorkerDependencies } from './report-worker.ts';
import { memberAt } from './role-there.ts';
import { isWorthSending } from './schedule.ts';

export interface StaffMailDependencies
  extends Omit<ReportDependencies, 'notifications'>,
    Omit<AlarmDependencies, 'notifications'>,
    Pick<ReportWorkerDependencies, 'merchants' | 'people'> {
  readonly notifications: AlarmDependencies['notifications'] & ReportDependencies['notifications'];
  readonly staffMails: Pick<StaffMails, 'choice'>;
}

export type AddressedMail =
  | { readonly to: string; readonly report: StaffReport }
  | { readonly to: string; readonly alarm: StaffAlarm };

/** @returns undefined if the person may not have the mail any more, does not want it, or it is out of date */
export async function contentOfMail(
  dependencies: StaffMailDependencies,
  mail: StaffMail,
): Promise<AddressedMail | undefined> {
  const { staffMails, clock } = dependencies;
  const { personKey, merchantKey, kind, about } = mail;
  const member = await memberAt(dependencies, mail);
  if (member === undefined) {
    return undefined;
  }
  const choice = await staffMails.choice(personKey, merchantKey);
  const to = member.person.email;
  if (kind !== 'DAILY' && kind !== 'WEEKLY') {
    const alarm = wantsAlarms(member.role, choice) ? await alarmOf(dependencies, member, kind, about) : undefined;
    return alarm && { to, alarm };
  }
  return choice?.reports === kind && isWorthSending(kind, about, clock.now())
    ? { to, report: await reportOf(dependencies, member, kind, about) }
    : undefined;
}
