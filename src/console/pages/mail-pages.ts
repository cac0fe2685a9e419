/** The page on which a person chooses the mails about a merchant, and the choices in "Your account". */
import { type MailsEntry, REPORT_CHOICES } from '../../web/views/console/index.ts';
import { accessible, furtherMerchants, isForAll, merchantsOf } from '../access.ts';
import { maySeeAlarms, wantsMails } from '../mails/alarm-recipients.ts';
import { chooseMails } from '../mails/choose-mails.ts';
import type { MailChoice } from '../mails/ports.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest, PersonRequest } from './answer.ts';
import { shellOf } from './shell.ts';

/** The parameter after a choice. */
const SAVED = 'saved';
const UNCHOSEN: MailChoice = { reports: 'NONE', alarms: null, disputes: null };

export async function mailsPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, query } = request;
  const { staffMails, canMail } = dependencies;
  const choice = await staffMails.choice(signedIn.person.key, place.merchant.key);
  const { reports } = choice ?? UNCHOSEN;
  const hasAlarms = maySeeAlarms(place.role) ? wantsMails('alarms', place.role, choice) : undefined;
  const hasDisputes = wantsMails('disputes', place.role, choice);
  return {
    page: 'mails',
    data: { shell: shellOf(request, 'mails'), reports, hasAlarms, hasDisputes, canMail, isSaved: query.has(SAVED) },
  };
}

export async function submitMails(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const { merchant, role } = place;
  const reports = REPORT_CHOICES.find((one) => one === fields.get('reports'));
  if (reports === undefined) {
    return { problem: 'FORM' };
  }
  const before = (await dependencies.staffMails.choice(signedIn.person.key, merchant.key)) ?? UNCHOSEN;
  const alarms = maySeeAlarms(role) ? (fields.get('alarms') === 'yes' ? 'ON' : 'OFF') : before.alarms;
  const disputes = fields.get('disputes') === 'yes' ? 'ON' : 'OFF';
  await chooseMails(dependencies, signedIn, merchant, { reports, alarms, disputes }, caller);
  return { redirect: `${consoleAddress('mails', { merchant: merchant.id })}?${SAVED}` };
}

/** An operator, who sees all merchants, has only those in the list at which mails are chosen. */
export async function mailsEntries({ dependencies, signedIn }: PersonRequest): Promise<readonly MailsEntry[]> {
  const { grants } = signedIn;
  const choices = await dependencies.staffMails.choicesOf(signedIn.person.key);
  const chosen = new Map(choices.map((choice) => [choice.merchantKey, choice]));
  const { merchants } = await merchantsOf(dependencies, signedIn);
  const further = isForAll(grants) ? (await furtherMerchants(dependencies, choices)).found : [];
  return [...merchants, ...accessible(further, grants)]
    .filter(({ merchant: { key } }) => !isForAll(grants) || chosen.has(key))
    .map(({ merchant: { key, id, profile }, role }) => ({
      merchantName: profile.name,
      href: consoleAddress('mails', { merchant: id }),
      reports: (chosen.get(key) ?? UNCHOSEN).reports,
      hasAlarms: wantsMails('alarms', role, chosen.get(key)),
      hasDisputes: wantsMails('disputes', role, chosen.get(key)),
    }));
}
