/** A merchant's API passwords: makes a new one, with the old one valid for some time, or ends the old ones. */
import { parseArgs } from 'node:util';
import { Vault } from '../adapters/vault/index.ts';
import { newPassword, Passwords } from '../api/rest/index.ts';
import { HOUR_MS } from '../contract/durations.ts';
import type { WithPasswords } from '../core/ports/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';

/** The time to bring the new password to every server of the shop. It is the same for signing keys. */
const PASSWORD_OVERLAP_HOURS = 24;
/** A month. A shop that has not changed its password by then needs the operator's attention. */
const PASSWORD_OVERLAP_HOURS_MAX = 30 * 24;

/** @returns the new password, or with `--retire` the confirmation that the old ones have ended */
export async function changePassword(call: CommandCall): Promise<CommandResult> {
  const { id, hours, isRetiring } = options(call);
  return isRetiring ? retire(call, id) : renew(call, id, hours);
}

async function renew({ store, settings, args }: CommandCall, id: string, hours: number): Promise<CommandResult> {
  const password = newPassword();
  const hash = await passwordsOf(await Vault.open(settings.keys, store.dataKeys)).hash(id, password);
  const before = await store.merchants.find(id);
  const now = Date.now();
  if (before === undefined || !(await store.merchants.setPasswordHash(id, hash, now, now + hours * HOUR_MS))) {
    throw noMerchant(args);
  }
  const note = before.passwordHash === null ? {} : { note: oldOnesEnd(id, now, hours) };
  return { text: password, exitCode: 0, ...note };
}

function oldOnesEnd(id: string, now: number, hours: number): string {
  return hours === 0
    ? 'Every password before it has ended.'
    : `The password before it stays valid until ${time(now + hours * HOUR_MS)}. ` +
        `If it leaked: turnpike merchant password ${id} --retire`;
}

async function retire({ store, args }: CommandCall, id: string): Promise<CommandResult> {
  if (!(await store.merchants.endFormerPasswords(id, Date.now()))) {
    throw noMerchant(args);
  }
  return { text: `Of ${id} the newest password alone is valid.`, exitCode: 0 };
}

function options({ args, usage }: CommandCall): {
  readonly id: string;
  readonly hours: number;
  readonly isRetiring: boolean;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { keep: { type: 'string' }, retire: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [id = '', ...rest] = positionals;
    const { keep = `${PASSWORD_OVERLAP_HOURS}`, retire: isRetiring = false } = values;
    const hours = Number(keep);
    const isClear = !(isRetiring && values.keep !== undefined) && keep.trim() !== '';
    if (rest.length === 0 && isClear && hours >= 0 && hours <= PASSWORD_OVERLAP_HOURS_MAX) {
      return { id, hours, isRetiring };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

export function passwordsOf(vault: Vault): Passwords {
  return new Passwords({
    hash: (purpose, text) => vault.hash(purpose, text),
    hashes: (purpose, text) => vault.hashes(purpose, text),
    keyId: () => vault.hashKeyId,
  });
}

/** The times at which each API password is valid, without the passwords. */
export function passwordTimes(
  { passwordHash, passwordSetAt, formerPasswords = [] }: WithPasswords & { readonly passwordSetAt?: number | null },
  now = Date.now(),
): readonly Readonly<Record<string, string>>[] {
  if (passwordHash === null) {
    return [];
  }
  const former = formerPasswords.filter(({ until }) => until > now);
  return [
    { valid: 'until it is replaced', ...(passwordSetAt != null && { since: time(passwordSetAt) }) },
    ...former.map(({ until }) => ({ valid: `until ${time(until)}` })),
  ];
}

function time(at: number): string {
  return new Date(at).toISOString();
}

export function noMerchant([id]: readonly string[]): UsageError {
  return new UsageError(`There is no merchant ${id ?? '(no id given)'}.`);
}
