/** The pages of a person: the own sessions, and the people at a merchant. */
import { recordEndedSession } from '../audit.ts';
import type { ConsoleSession } from '../ports.ts';
import { ROLES } from '../roles.ts';
import { consoleAddress } from '../routes.ts';
import { isLive } from '../session-times.ts';
import type { ConsoleAnswer, MerchantRequest, PersonRequest } from './answer.ts';
import { mailsEntries } from './mail-pages.ts';
import { shellOf } from './shell.ts';

export async function peoplePage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const people = await dependencies.people.rolesAt(place.merchant.key);
  return {
    page: 'people',
    data: {
      shell: shellOf(request, 'people'),
      people: people.map(({ email, role, isPending }) => ({ email, role, says: ROLES[role].says, isPending })),
    },
  };
}

/** The parameter after a change of the password. */
export const CHANGED = 'changed';

export async function accountPage(request: PersonRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, query } = request;
  const { people, clock } = dependencies;
  const { key } = signedIn.person;
  const [sessions, person, mails] = await Promise.all([
    people.sessionsOf(key),
    people.findByKey(key),
    mailsEntries(request),
  ]);
  return {
    page: 'account',
    data: {
      shell: shellOf(request),
      sessions: sessions
        .filter((one) => isLive(one, clock.now()))
        .map((one) => ({
          ...(one.key !== signedIn.session.key && { endHref: endAddress(one) }),
          browser: one.browser,
          network: one.network,
          since: new Date(one.createdAt).toISOString(),
          seen: new Date(one.seenAt).toISOString(),
        })),
      passwordHref: person?.credentials && consoleAddress('password'),
      isChanged: query.has(CHANGED),
      recoveryCodes: person?.credentials?.recoveryCodes.length ?? 0,
      mails,
      hasMoreMerchants: signedIn.merchantCount > mails.length,
    },
  };
}

function endAddress({ key }: ConsoleSession): string {
  return consoleAddress('endSession', { session: `${key}` });
}

export async function endSession({
  dependencies,
  signedIn,
  parameters,
  caller,
}: PersonRequest): Promise<ConsoleAnswer> {
  const { person } = signedIn;
  const key = /^[1-9]\d{0,15}$/.test(parameters.session ?? '') ? Number(parameters.session) : undefined;
  if (key === undefined || !(await dependencies.people.sessionsOf(person.key)).some((one) => one.key === key)) {
    return { problem: 'NOT_FOUND' };
  }
  await recordEndedSession(dependencies.audit, person, caller);
  await dependencies.people.endSession(person.key, key);
  return { redirect: consoleAddress('account') };
}
