/**
 * The content of a queued mail, made when it is sent: by the person's role and choice of that time, which are in the
 * first store, and by the figures of the store in which the merchant lives then.
 */
import type { StaffAlarm, StaffDispute, StaffReport } from '../../web/views/console/index.ts';
import type { AccessDependencies } from '../access.ts';
import { unlessAway } from '../pages/place.ts';
import { type ConsoleStores, inStoreOf } from '../stores.ts';
import { type AlarmDependencies, alarmOf } from './alarm.ts';
import { wantsMails } from './alarm-recipients.ts';
import { type DisputeMailDependencies, disputeOf } from './dispute.ts';
import type { StaffMail, StaffMails } from './ports.ts';
import { type ReportDependencies, reportOf } from './report.ts';
import { memberAt, type Recipient, recipientAt, type StaffMember } from './role-there.ts';
import { isWorthSending, mayReport } from './schedule.ts';

/** The ports of the store in which a merchant lives. */
export interface MailPorts
  extends Pick<AlarmDependencies, 'receiverAlarms'>,
    Pick<DisputeMailDependencies, 'disputes' | 'orders'>,
    Pick<ReportDependencies, 'approvals' | 'orderIndex'>,
    Pick<AccessDependencies, 'merchants'> {
  readonly notifications: AlarmDependencies['notifications'] & ReportDependencies['notifications'];
}

export interface StaffMailDependencies
  extends Pick<ReportDependencies, 'clock' | 'origin' | 'remedyOf' | 'testMode'>,
    Pick<AccessDependencies, 'people'> {
  /** Those of the first store, where people are. */
  readonly choices: Pick<StaffMails, 'choicesOf' | 'forgetChoice'>;
  readonly first: MailPorts;
  readonly stores: ConsoleStores<MailPorts>;
}

export type AddressedMail =
  | { readonly to: string; readonly report: StaffReport }
  | { readonly to: string; readonly alarm: StaffAlarm }
  | { readonly to: string; readonly dispute: StaffDispute };

/**
 * @returns undefined if the person may not have the mail any more, does not want it, or it is out of date; LATER while
 *   the merchant's store does not answer, while the merchant is moved, and while the index lacks orders of a report
 */
export async function contentOfMail(
  dependencies: StaffMailDependencies,
  mail: StaffMail,
): Promise<AddressedMail | 'LATER' | undefined> {
  const recipient = await recipientAt(dependencies, mail);
  if (recipient === undefined || !isWanted(mail, recipient, dependencies.clock.now())) {
    return undefined;
  }
  const { choices, first, stores } = dependencies;
  const content = await unlessAway(() =>
    inStoreOf(stores, first, recipient.merchantId, async (ports) => {
      const member = await memberAt(ports.merchants, recipient, mail);
      if (member === undefined) {
        await choices.forgetChoice(mail);
        return undefined;
      }
      return contentFor({ ...dependencies, ...ports }, member, mail);
    }),
  );
  return content === 'AWAY' ? 'LATER' : content;
}

function isWanted({ kind, about }: StaffMail, { role, choice }: Recipient, now: number): boolean {
  if (kind === 'DAILY' || kind === 'WEEKLY') {
    return choice?.reports === kind && isWorthSending(kind, about, now);
  }
  return wantsMails(kind === 'DISPUTE' ? 'disputes' : 'alarms', role, choice);
}

async function contentFor(
  dependencies: MailPorts & StaffMailDependencies,
  member: StaffMember,
  { kind, about }: StaffMail,
): Promise<AddressedMail | 'LATER' | undefined> {
  const to = member.person.email;
  if (kind === 'DISPUTE') {
    const dispute = await disputeOf(dependencies, member, Number(about));
    return dispute && { to, dispute };
  }
  if (kind !== 'DAILY' && kind !== 'WEEKLY') {
    const alarm = await alarmOf(dependencies, member, kind, about);
    return alarm && { to, alarm };
  }
  const { behindSince, isComplete } = await dependencies.orderIndex.age();
  return mayReport(about, isComplete ? behindSince : 0, dependencies.clock.now())
    ? { to, report: await reportOf(dependencies, member, kind, about) }
    : 'LATER';
}
