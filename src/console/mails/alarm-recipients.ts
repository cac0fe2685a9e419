/** The people who get mails about receivers of notifications that fail, and about disputes: those who can act. */
import type { Merchant } from '../../core/index.ts';
import { ALL_MERCHANTS, type ConsolePeople } from '../ports.ts';
import type { Role } from '../roles.ts';
import type { AlarmChoice, MailChoice, StaffMails } from './ports.ts';

export type AlarmSubject = 'alarms' | 'disputes';

/**
 * The choice of a person who has made none. Roles that are not here cannot choose these mails. An operator, who may see
 * thousands of merchants, chooses them one by one.
 */
const BY_ROLE: Readonly<Record<AlarmSubject, Readonly<Partial<Record<Role, AlarmChoice>>>>> = {
  alarms: { administrator: 'ON', developer: 'ON', operator: 'OFF' },
  disputes: { administrator: 'ON', refunder: 'ON', support: 'OFF', viewer: 'OFF', developer: 'OFF', operator: 'OFF' },
};

export function maySeeAlarms(role: Role): boolean {
  return BY_ROLE.alarms[role] !== undefined;
}

/** @param choice undefined if the person has chosen nothing at the merchant */
export function wantsMails(
  about: AlarmSubject,
  role: Role,
  choice: Pick<MailChoice, AlarmSubject> | undefined,
): boolean {
  const byRole = BY_ROLE[about][role];
  return byRole !== undefined && (choice?.[about] ?? byRole) === 'ON';
}

/** The ports of the first store, which has the people. */
export interface AlarmRecipientDependencies {
  readonly people: Pick<ConsolePeople, 'rolesAt'>;
  readonly choices: Pick<StaffMails, 'choicesAt'>;
}

/** @returns the keys of the people; nobody gets a mail who has never signed in */
export async function alarmRecipients(
  about: AlarmSubject,
  { people, choices: chosenMails }: AlarmRecipientDependencies,
  { key }: Pick<Merchant, 'key'>,
): Promise<readonly number[]> {
  const [operators, own, choices] = await Promise.all([
    people.rolesAt(ALL_MERCHANTS),
    people.rolesAt(key),
    chosenMails.choicesAt(key),
  ]);
  const chosen = new Map(choices.map((choice) => [choice.personKey, choice]));
  // A role for all merchants counts before one at the merchant.
  const roles = new Map([...own, ...operators].map((one) => [one.personKey, one]));
  return [...roles.values()]
    .filter(({ personKey, role, isPending }) => {
      const choice = chosen.get(personKey);
      return wantsMails(about, role, choice) && (!isPending || choice !== undefined);
    })
    .map(({ personKey }) => personKey);
}
