/** The people who get mails about receivers of notifications that fail: those who can mend them. */
import type { Merchant } from '../../core/index.ts';
import { ALL_MERCHANTS, type ConsolePeople } from '../ports.ts';
import type { Role } from '../roles.ts';
import type { AlarmChoice, MailChoice, StaffMails } from './ports.ts';

/** The choice of a person who has made none. Roles that are not here cannot choose these mails. */
const BY_ROLE: Readonly<Partial<Record<Role, AlarmChoice>>> = {
  administrator: 'ON',
  developer: 'ON',
  // An operator, who may see thousands of merchants, chooses them one by one.
  operator: 'OFF',
};

export function maySeeAlarms(role: Role): boolean {
  return BY_ROLE[role] !== undefined;
}

/** @param choice undefined if the person has chosen nothing at the merchant */
export function wantsAlarms(role: Role, choice: Pick<MailChoice, 'alarms'> | undefined): boolean {
  return maySeeAlarms(role) && (choice?.alarms ?? BY_ROLE[role]) === 'ON';
}

export interface RecipientDependencies {
  readonly people: Pick<ConsolePeople, 'roles' | 'rolesAt'>;
  readonly staffMails: Pick<StaffMails, 'choicesAt'>;
}

/** @returns the keys of the people; nobody gets a mail who has never signed in */
export async function alarmRecipients(
  { people, staffMails }: RecipientDependencies,
  { key }: Pick<Merchant, 'key'>,
): Promise<readonly number[]> {
  const [operators, own, choices] = await Promise.all([
    people.rolesAt(ALL_MERCHANTS),
    people.rolesAt(key),
    staffMails.choicesAt(key),
  ]);
  const chosen = new Map(choices.map((choice) => [choice.personKey, choice]));
  // A role for all merchants counts before one at the merchant.
  const roles = new Map([...own, ...operators].map((one) => [one.personKey, one]));
  return [...roles.values()]
    .filter(({ personKey, role, isPending }) => {
      const choice = chosen.get(personKey);
      return wantsAlarms(role, choice) && (!isPending || choice !== undefined);
    })
    .map(({ personKey }) => personKey);
}
