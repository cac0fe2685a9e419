/** The content of a queued mail, made when it is sent: by the person's role and choice of that time. */
import type { StaffAlarm, StaffDispute, StaffReport } from '../../web/views/console/index.ts';
import { type AlarmDependencies, alarmOf } from './alarm.ts';
import { wantsMails } from './alarm-recipients.ts';
import { type DisputeMailDependencies, disputeOf } from './dispute.ts';
import type { StaffMail, StaffMails } from './ports.ts';
import { type ReportDependencies, reportOf } from './report.ts';
import type { ReportWorkerDependencies } from './report-worker.ts';
import { memberAt } from './role-there.ts';
import { isWorthSending } from './schedule.ts';

export interface StaffMailDependencies
  extends Omit<ReportDependencies, 'notifications'>,
    Omit<AlarmDependencies, 'notifications'>,
    DisputeMailDependencies,
    Pick<ReportWorkerDependencies, 'merchants' | 'people'> {
  readonly notifications: AlarmDependencies['notifications'] & ReportDependencies['notifications'];
  readonly staffMails: Pick<StaffMails, 'choice'>;
}

export type AddressedMail =
  | { readonly to: string; readonly report: StaffReport }
  | { readonly to: string; readonly alarm: StaffAlarm }
  | { readonly to: string; readonly dispute: StaffDispute };

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
  if (kind === 'DISPUTE') {
    const isWanted = wantsMails('disputes', member.role, choice);
    const dispute = isWanted ? await disputeOf(dependencies, member, Number(about)) : undefined;
    return dispute && { to, dispute };
  }
  if (kind !== 'DAILY' && kind !== 'WEEKLY') {
    const alarm = wantsMails('alarms', member.role, choice)
      ? await alarmOf(dependencies, member, kind, about)
      : undefined;
    return alarm && { to, alarm };
  }
  return choice?.reports === kind && isWorthSending(kind, about, clock.now())
    ? { to, report: await reportOf(dependencies, member, kind, about) }
    : undefined;
}
