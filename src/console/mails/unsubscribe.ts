/**
 * The address by which a mail program switches a kind of mails off, without a sign-in (RFC 8058): it has a keyed hash,
 * so nobody can make one, and does nothing else.
 */
import { isHashStart, type Sealer } from '../../core/ports/index.ts';
import type { AccessDependencies } from '../access.ts';
import { recordAtMerchant } from '../audit.ts';
import { CONSOLE_PATH } from '../routes.ts';
import type { MailDependencies } from './choose-mails.ts';
import type { MailChoice, PersonThere, StaffMailKind } from './ports.ts';
import { recipientAt } from './role-there.ts';

/** In the router's format. A GET leads to the person's choice, and a POST of a mail program switches the mails off. */
export const UNSUBSCRIBE_URL = `${CONSOLE_PATH}/unsubscribe/:token`;
/** The input that a mail program sends, and its value. */
export const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' } as const;

const PURPOSE = 'console unsubscribe';
const HASH_BYTES = 16;
const TOKEN =
  /^(?<place>(?<person>[1-9]\d{0,15})-(?<merchant>[1-9]\d{0,15})-(?<of>reports|alarms|disputes))-(?<hash>[\w-]{22})$/;

type MailsOf = keyof MailChoice;

const OFF: Readonly<Record<MailsOf, Partial<MailChoice>>> = {
  reports: { reports: 'NONE' },
  alarms: { alarms: 'OFF' },
  disputes: { disputes: 'OFF' },
};

function mailsOf(kind: StaffMailKind): MailsOf {
  return kind === 'DAILY' || kind === 'WEEKLY' ? 'reports' : kind === 'DISPUTE' ? 'disputes' : 'alarms';
}

/** @param origin of the console */
export function unsubscribeAddress(
  origin: string,
  sealer: Pick<Sealer, 'hash'>,
  { personKey, merchantKey }: PersonThere,
  kind: StaffMailKind,
): string {
  const place = `${personKey}-${merchantKey}-${mailsOf(kind)}`;
  const hash = Buffer.from(sealer.hash(PURPOSE, place)).subarray(0, HASH_BYTES).toString('base64url');
  return origin + UNSUBSCRIBE_URL.replace(':token', `${place}-${hash}`);
}

export interface UnsubscribeDependencies extends MailDependencies, Pick<AccessDependencies, 'merchants' | 'people'> {
  readonly sealer: Pick<Sealer, 'hashes'>;
}

/** @returns the merchant's id; undefined for an address that is not of this gateway, or without person or merchant */
export async function merchantOfUnsubscribing(
  dependencies: UnsubscribeDependencies,
  token: string,
): Promise<string | undefined> {
  return (await placeIn(dependencies, token))?.merchantId;
}

/**
 * Switches the mails off, however often it is called.
 *
 * @param address the network address of the caller
 * @returns as `merchantOfUnsubscribing`
 */
export async function unsubscribe(
  dependencies: UnsubscribeDependencies,
  token: string,
  address: string,
): Promise<string | undefined> {
  const found = await placeIn(dependencies, token);
  if (found === undefined) {
    return undefined;
  }
  const { staffMails, audit } = dependencies;
  const { person, merchantId, merchantKey, of } = found;
  const before = (await staffMails.choice(person.key, merchantKey)) ?? {
    reports: 'NONE',
    alarms: null,
    disputes: null,
  };
  const choice: MailChoice = { ...before, ...OFF[of] };
  const record = (state: 'BEGUN' | 'DONE') =>
    recordAtMerchant(
      audit,
      { action: 'console mails chosen', person, merchantId, caller: { address } },
      { state, by: 'link of a mail', ...choice },
    );
  await record('BEGUN');
  await staffMails.choose({ personKey: person.key, merchantKey, merchantId }, choice, '');
  await record('DONE');
  return merchantId;
}

async function placeIn({ sealer, people, staffMails, merchants }: UnsubscribeDependencies, token: string) {
  const { place = '', person = '', merchant = '', of = '', hash = '' } = TOKEN.exec(token)?.groups ?? {};
  if (!isHashStart(sealer, PURPOSE, place, Buffer.from(hash, 'base64url'), HASH_BYTES)) {
    return undefined;
  }
  const there = { personKey: Number(person), merchantKey: Number(merchant) };
  const recipient = await recipientAt({ people, choices: staffMails }, there);
  // The store of the merchant is not opened: it may be away.
  const merchantId = recipient?.merchantId ?? (await merchants.byKey(there.merchantKey))?.id;
  return recipient && merchantId
    ? { person: recipient.person, merchantId, merchantKey: there.merchantKey, of: of as MailsOf }
    : undefined;
}
