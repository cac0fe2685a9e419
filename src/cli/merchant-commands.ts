/** Merchants: their profiles and passwords. */
import { readFileSync } from 'node:fs';
import { Vault } from '../adapters/vault/index.ts';
import { acceptedProfile, type MerchantProfile, maskedProfile } from '../core/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { listing } from './listing.ts';
import { noMerchant, passwordsOf, passwordTimes } from './merchant-password.ts';
import { withMembers } from './profile-members.ts';
import { calledOf } from './stores/called-store.ts';
import { reserveMerchant } from './stores/merchant-place.ts';

export async function putMerchant(call: CommandCall): Promise<string> {
  const { store, settings, args, usage } = call;
  const [file, flag, password, ...rest] = args;
  const flagIsWrong = flag !== undefined && (flag !== '--password' || password === undefined);
  if (file === undefined || rest.length > 0 || flagIsWrong) {
    throw new UsageError(usage);
  }
  if (password !== undefined && settings.mode === 'live') {
    throw new UsageError('--password is for the sandbox: in live mode, turnpike merchant password ID makes one.');
  }
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const given = ownProviders(readProfile(file), settings.mode);
  const { id } = (given ?? {}) as { readonly id?: unknown };
  const before = typeof id === 'string' ? await store.merchants.find(id) : undefined;
  const accepted = acceptedProfile(given, before?.profile, settings);
  await reserveMerchant(call, accepted.id);
  const merchant = await store.merchants.put(accepted, Date.now(), (key, place) => vault.seal(key, place));
  if (password !== undefined) {
    await store.merchants.setPasswordHash(
      merchant.id,
      await passwordsOf(vault).hash(merchant.id, password),
      Date.now(),
    );
  }
  return `${merchant.id} is stored.`;
}

/** Changes members of a profile; the others stay as they are, including secrets. */
export async function setMerchant({ store, settings, args, usage }: CommandCall): Promise<string> {
  const [id, ...members] = args;
  if (id === undefined || members.length === 0) {
    throw new UsageError(usage);
  }
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const change = (stored: MerchantProfile) => acceptedProfile(withMembers(stored, members, usage), stored, settings);
  if (
    (await store.merchants.changeProfile(id, change, Date.now(), (key, place) => vault.seal(key, place))) === undefined
  ) {
    throw noMerchant(args);
  }
  return `${id} is stored.`;
}

/** In live mode a profile offers no provider by default, since the usual default is the sandbox's demo providers. */
function ownProviders(given: unknown, mode: 'live' | 'sandbox'): unknown {
  return mode === 'live' && typeof given === 'object' && given !== null && !Array.isArray(given)
    ? { browserPayments: [], ...given }
    : given;
}

/** The id in the profile's file, to which the directory may have a store. */
export function merchantInFile([file]: readonly string[]): readonly string[] {
  try {
    const { id } = JSON.parse(readFileSync(file ?? '', 'utf8')) as { readonly id?: unknown };
    return typeof id === 'string' ? [id] : [];
  } catch {
    // The command itself reports an unreadable file.
    return [];
  }
}

/** @throws Error naming only the file: the invalid text may be next to a key */
function readProfile(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is no JSON.`);
  }
}

export function disableMerchant(call: CommandCall): Promise<string> {
  return switchMerchant(call, Date.now(), 'disabled');
}

export function enableMerchant(call: CommandCall): Promise<string> {
  return switchMerchant(call, null, 'enabled');
}

async function switchMerchant({ store, args }: CommandCall, disabledAt: number | null, now: string): Promise<string> {
  const [id = ''] = args;
  if (!(await store.merchants.setDisabled(id, disabledAt))) {
    throw noMerchant(args);
  }
  return `${id} is ${now}.`;
}

export async function removeMerchant(call: CommandCall): Promise<string> {
  const { store, args } = call;
  const { first, number } = calledOf(call);
  const [named = ''] = args;
  const merchant = await store.merchants.find(named);
  if (merchant === undefined) {
    // A creation that was cut off has reserved the id only.
    await first.directory.release(named, number);
    throw noMerchant(args);
  }
  const { id } = merchant;
  if (!(await store.merchants.remove(merchant))) {
    throw new UsageError(`${id} has orders, which stay: turnpike merchant disable ${id} shuts it out.`);
  }
  // The people of the console are in the first store.
  await first.consolePeople.endRolesAt(merchant.key);
  await first.directory.release(id, number);
  return `${id} is removed.`;
}

export async function listMerchants({ store }: CommandCall): Promise<CommandResult> {
  const merchants = await store.merchants.list();
  const rows = merchants.map(({ id, profile, passwordHash, isDisabled }) => ({
    id,
    name: profile.name,
    hasPassword: passwordHash !== null,
    isDisabled,
  }));
  return listing(
    rows,
    ({ id, name, hasPassword, isDisabled }) => [
      id,
      name,
      hasPassword ? 'password set' : 'no password',
      ...(isDisabled ? ['disabled'] : []),
    ],
    '',
  );
}

export async function showMerchant({ store, args }: CommandCall): Promise<string> {
  const merchant = await store.merchants.find(args[0] ?? '');
  if (merchant === undefined) {
    throw noMerchant(args);
  }
  // A member that begins with an underscore is a note, which `merchant put` ignores.
  return JSON.stringify(
    { ...(maskedProfile(merchant.profile) as object), _passwords: passwordTimes(merchant) },
    null,
    2,
  );
}
