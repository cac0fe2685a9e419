/** A person's choice of the mails about a merchant. */
import type { Merchant } from '../../core/index.ts';
import type { Clock } from '../../core/ports/index.ts';
import type { SignedIn } from '../access.ts';
import { type ConsoleAudit, recordAtMerchant } from '../audit.ts';
import type { BrowserCaller } from '../sign-in.ts';
import type { MailChoice, StaffMails } from './ports.ts';
import { newestDay } from './schedule.ts';

export interface MailDependencies {
  readonly staffMails: StaffMails;
  /** Whether the gateway has a mail server. */
  readonly canMail: boolean;
  readonly audit: ConsoleAudit;
  readonly clock: Clock;
}

/** The first report is the next one that is due: those of the time before are not made up for. */
export async function chooseMails(
  { staffMails, audit, clock }: MailDependencies,
  { person }: SignedIn,
  { key: merchantKey, id: merchantId }: Merchant,
  choice: MailChoice,
  caller: BrowserCaller,
): Promise<void> {
  const at = { action: 'console mails chosen', person, merchantId, caller };
  await recordAtMerchant(audit, at, { state: 'BEGUN', ...choice });
  const { reports } = choice;
  const reportedDay = reports === 'NONE' ? '' : newestDay(reports, clock.now());
  await staffMails.choose({ personKey: person.key, merchantKey, merchantId }, choice, reportedDay);
  await recordAtMerchant(audit, at, { state: 'DONE', ...choice });
}
