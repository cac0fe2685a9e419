/** The content of a queued mail, made when it is sent: by the person's role and choice of that time. */
import type { StaffReport } from '../../web/views/console/index.ts';
import type { StaffMail, StaffMails } from './ports.ts';
import { type ReportDependencies, reportOf } from './report.ts';
import type { ReportWorkerDependencies } from './report-worker.ts';
import { memberAt } from './role-there.ts';
import { isWorthSending } from './schedule.ts';

export interface StaffMailDependencies
  extends ReportDependencies,
    Pick<ReportWorkerDependencies, 'merchants' | 'people'> {
  readonly staffMails: Pick<StaffMails, 'choice'>;
}

export interface AddressedMail {
  readonly to: string;
  readonly report: StaffReport;
}

/** @returns undefined if the person may not have the mail any more, does not want it, or it is too old */
export async function contentOfMail(
  dependencies: StaffMailDependencies,
  mail: StaffMail,
): Promise<AddressedMail | undefined> {
  const { staffMails, clock } = dependencies;
  const { personKey, merchantKey, kind, about: lastDay } = mail;
  const member = await memberAt(dependencies, mail);
  const choice = await staffMails.choice(personKey, merchantKey);
  if (member === undefined || choice?.reports !== kind || !isWorthSending(kind, lastDay, clock.now())) {
    return undefined;
  }
  return { to: member.person.email, report: await reportOf(dependencies, member, kind, lastDay) };
}
