/** The role of a person at a merchant, read anew before each mail: without a role there is none. */
import type { Merchant } from '../../core/index.ts';
import { type AccessDependencies, type AccessibleMerchant, roleAt } from '../access.ts';
import type { StoredPerson } from '../ports.ts';
import { ROLES } from '../roles.ts';
import type { PersonThere } from './ports.ts';

export interface StaffMember extends AccessibleMerchant {
  readonly person: StoredPerson;
  readonly merchant: Merchant;
}

/** @returns undefined if the person is gone, or may not see the merchant's orders */
export async function memberAt(
  { people, merchants }: Pick<AccessDependencies, 'merchants' | 'people'>,
  { personKey, merchantKey }: PersonThere,
): Promise<StaffMember | undefined> {
  const [person, grants, merchant] = await Promise.all([
    people.findByKey(personKey),
    people.grantsOf(personKey),
    merchants.byKey(merchantKey),
  ]);
  const role = roleAt(grants, merchantKey);
  return person && merchant && role && ROLES[role].may.includes('SEE_ORDERS') ? { person, merchant, role } : undefined;
}
