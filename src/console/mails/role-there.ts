/** The role of a person at a merchant, read anew before each mail: without a role there is none. */
import type { Merchant } from '../../core/index.ts';
import { type AccessDependencies, type AccessibleMerchant, roleAt } from '../access.ts';
import type { StoredPerson } from '../ports.ts';
import { ROLES, type Role } from '../roles.ts';
import type { MailChoice, PersonThere, StaffMails } from './ports.ts';

/** A person with a role at a merchant, which may be in any store. */
export interface Recipient {
  readonly person: StoredPerson;
  readonly role: Role;
  readonly choice: MailChoice | undefined;
  /**
   * Undefined where a release without further stores wrote both role and choice: the merchant is in the first store.
   */
  readonly merchantId: string | undefined;
}

export interface StaffMember extends AccessibleMerchant {
  readonly person: StoredPerson;
  readonly merchant: Merchant;
}

/** The ports of the first store, which has the people. */
export interface RecipientDependencies extends Pick<AccessDependencies, 'people'> {
  readonly choices: Pick<StaffMails, 'choicesOf'>;
}

/** @returns undefined if the person is gone, or may not see the merchant's orders */
export async function recipientAt(
  { people, choices }: RecipientDependencies,
  { personKey, merchantKey }: PersonThere,
): Promise<Recipient | undefined> {
  const [person, grants, chosen] = await Promise.all([
    people.findByKey(personKey),
    people.grantsOf(personKey),
    choices.choicesOf(personKey),
  ]);
  const role = roleAt(grants, merchantKey);
  const choice = chosen.find((one) => one.merchantKey === merchantKey);
  const granted = grants.find((grant) => grant.merchantKey === merchantKey);
  return person && role && ROLES[role].may.includes('SEE_ORDERS')
    ? { person, role, choice, merchantId: choice?.merchantId ?? granted?.merchantId ?? undefined }
    : undefined;
}

/** @param merchants of the store in which the merchant lives @returns undefined if the merchant is gone */
export async function memberAt(
  merchants: Pick<AccessDependencies['merchants'], 'byKey' | 'find'>,
  { person, role, merchantId }: Recipient,
  { merchantKey }: Pick<PersonThere, 'merchantKey'>,
): Promise<StaffMember | undefined> {
  const merchant = await (merchantId === undefined ? merchants.byKey(merchantKey) : merchants.find(merchantId));
  // A merchant that was created again has another key.
  return merchant?.key === merchantKey ? { person, merchant, role } : undefined;
}
