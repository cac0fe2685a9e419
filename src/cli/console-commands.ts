/** The people of the console: invited, listed, and removed. */
import { parseArgs } from 'node:util';
import {
  ALL_MERCHANTS,
  consoleAddress,
  ENROLMENT_MS,
  invite,
  isRole,
  type Person,
  ROLE_FOR_ALL,
  ROLE_NAMES,
  type Role,
  readEmail,
} from '../console/index.ts';
import { HOUR_MS } from '../contract/durations.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { listing } from './listing.ts';
import { noMerchant } from './merchant-password.ts';
import { printable } from './printable.ts';
import { findMerchant } from './stores/find-merchant.ts';

const TEXT = { type: 'string' } as const;

/**
 * `console invite E-MAIL --merchant ID --role ROLE`: prints a link, unless the person has an account already. A role at
 * one merchant ends that for all merchants, beside which it would have no effect.
 */
export async function invitePerson(call: CommandCall): Promise<string> {
  const { store } = call;
  const { email, merchant, role } = readInvitation(call);
  const place = await placeOf(call, merchant, role);
  const origin = consoleOrigin(call);
  const person = await store.consolePeople.add(email, Date.now());
  const wasForAll = place.key !== ALL_MERCHANTS && (await store.consolePeople.revoke(person.key, ALL_MERCHANTS));
  await store.consolePeople.grant(person.key, { merchantKey: place.key, merchantId: place.id, role });
  const ended = wasForAll ? ` The role of ${ROLE_FOR_ALL} at all merchants has ended.` : '';
  const says = `${printable(email)} is ${role} at ${place.name}.${ended}`;
  return person.credentials === undefined
    ? [await enrolmentLink(call, origin, person), `${says} ${LINK_NOTE}`].join('\n')
    : `${says} The account is there already: no link is needed.`;
}

const LINK_NOTE = `The link works once, for ${ENROLMENT_MS / HOUR_MS} hours: send it to nobody else.`;

function readInvitation({ args, usage }: CommandCall) {
  const { values, positionals } = parsed(args, usage);
  const [typed, ...rest] = positionals;
  const { merchant, role = '' } = values;
  const email = readEmail(typed ?? '');
  if (typed === undefined || rest.length > 0 || role === '') {
    throw new UsageError(usage);
  }
  if (email === undefined) {
    throw new UsageError(`${printable(typed)} is no e-mail address.`);
  }
  if (!isRole(role)) {
    throw new UsageError(`There is no role ${printable(role)}: ${ROLE_NAMES.join(', ')}.`);
  }
  return { email, merchant, role };
}

function parsed(args: readonly string[], usage: string) {
  try {
    return parseArgs({ args: [...args], options: { merchant: TEXT, role: TEXT }, allowPositionals: true });
  } catch {
    throw new UsageError(usage);
  }
}

/** Only an operator is for all merchants, and an operator is for no other number of them. */
async function placeOf(call: CommandCall, id: string | undefined, role: Role) {
  if (role === ROLE_FOR_ALL) {
    if (id !== undefined) {
      throw new UsageError(`An ${ROLE_FOR_ALL} is for all merchants: leave --merchant out.`);
    }
    return { key: ALL_MERCHANTS, id: null, name: 'all merchants' };
  }
  if (id === undefined) {
    throw new UsageError(`A ${role} is for one merchant: add --merchant ID.`);
  }
  const merchant = await findMerchant(call, id);
  if (merchant === undefined) {
    throw noMerchant([id]);
  }
  return { key: merchant.key, id: merchant.id, name: merchant.id };
}

/** `console reset-factor E-MAIL`: for a person who has lost phone and recovery codes, or the password. */
export async function resetFactor(call: CommandCall): Promise<string> {
  const person = await personOf(call);
  const origin = consoleOrigin(call);
  await call.store.consolePeople.forgetCredentials(person.key);
  const note = 'Password, authenticator app, recovery codes and sessions have ended.';
  return [await enrolmentLink(call, origin, person), `${note} ${LINK_NOTE}`].join('\n');
}

/** `console list`: a line for each role of each person. */
export async function listPeople({ store, args, usage }: CommandCall): Promise<CommandResult> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  const [roles, merchants] = await Promise.all([store.consolePeople.roles(), store.merchants.list()]);
  const ids = new Map(merchants.map(({ key, id }) => [key, id]));
  const rows = roles.map(({ email, merchantKey, merchantId, role, isPending }) => ({
    email,
    role,
    merchant: merchantKey === ALL_MERCHANTS ? null : (merchantId ?? ids.get(merchantKey) ?? '-'),
    isActive: !isPending,
  }));
  return listing(
    rows,
    ({ email, role, merchant, isActive }) => [
      email,
      role,
      merchant ?? 'all merchants',
      isActive ? 'active' : 'invited',
    ],
    'Nobody has a role in the console.',
  );
}

/** `console remove E-MAIL [--merchant ID]`: the role at one merchant, or the person with all roles. */
export async function removePerson(call: CommandCall): Promise<string> {
  const { store, args, usage } = call;
  const { merchant: id, role } = parsed(args, usage).values;
  if (role !== undefined) {
    throw new UsageError(usage);
  }
  const person = await personOf(call);
  const { email, key } = person;
  if (id === undefined) {
    await store.consolePeople.remove(key);
    return `${printable(email)} is removed, and signed out everywhere.`;
  }
  const grants = await store.consolePeople.grantsOf(key);
  // A role ends although the merchant's store does not answer.
  const there = grants.find(({ merchantId }) => merchantId === id)?.merchantKey ?? (await findMerchant(call, id))?.key;
  if (there === undefined) {
    throw noMerchant([id]);
  }
  if (grants.some(({ merchantKey }) => merchantKey === ALL_MERCHANTS)) {
    const instead = 'remove the person without --merchant, or invite them to a role at one merchant';
    throw new UsageError(`${printable(email)} is ${ROLE_FOR_ALL} at all merchants, also at ${id}: ${instead}.`);
  }
  const hadRole = await store.consolePeople.revoke(key, there);
  return hadRole ? `${printable(email)} has no role at ${id} any more.` : `${printable(email)} had no role at ${id}.`;
}

async function personOf({ store, args, usage }: CommandCall): Promise<Person> {
  const [typed, ...rest] = parsed(args, usage).positionals;
  if (typed === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const person = await store.consolePeople.findByEmail(readEmail(typed) ?? '');
  if (person === undefined) {
    throw new UsageError(`There is no ${printable(typed)} in the console: turnpike console list shows everybody.`);
  }
  return person;
}

function consoleOrigin({ settings }: CommandCall): string {
  if (settings.consoleOrigin === undefined) {
    throw new UsageError('There is no console: set CONSOLE_ORIGIN for the gateway and for this command.');
  }
  return settings.consoleOrigin;
}

async function enrolmentLink({ store }: CommandCall, origin: string, person: Person): Promise<string> {
  const token = await invite(store.consolePeople, person, 'ENROLMENT', Date.now() + ENROLMENT_MS);
  return origin + consoleAddress('invitation', { token });
}
