/** The members of a merchant's profile that a command has changed. */
import { readFileSync } from 'node:fs';
import type { Store } from '../../adapters/store/index.ts';
import type { MerchantProfile } from '../../core/index.ts';
import type { CommandCall } from '../command.ts';

interface Change {
  readonly member: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Names of the interface, and fingerprints of certificates. Other texts may be confidential. */
const PUBLIC_TEXT = /^(?:[A-Z][A-Z_]{0,39}|[0-9a-f]{64})$/;

/**
 * @returns a function that returns the changes of `merchant put`, to be called after it; with values of public members
 *   only
 */
export function profileChanges({ store, args: [file] }: CommandCall) {
  return changesOf(store, idIn(file));
}

/** Like `profileChanges`, for the merchant with this id. */
export async function changesOf(store: Store, id: string | undefined) {
  const profile = async () => (id === undefined ? undefined : (await store.merchants.find(id))?.profile);
  const before = await profile();
  return async () => ({
    merchant: id ?? null,
    isNew: before === undefined,
    changed: changesBetween(before, await profile()),
  });
}

function idIn(file: string | undefined): string | undefined {
  try {
    const { id } = JSON.parse(readFileSync(file ?? '', 'utf8')) as { readonly id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    // The command itself reports the problem of the file.
    return undefined;
  }
}

/** Lists the changed members, sorted by name. */
function changesBetween(before: MerchantProfile | undefined, after: MerchantProfile | undefined): Change[] {
  const [old, now] = [leafValues(before ?? {}), leafValues(after ?? {})];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names
    .filter((member) => old.get(member) !== now.get(member))
    .map((member) => ({ member, ...publicValue('from', old.get(member)), ...publicValue('to', now.get(member)) }));
}

function publicValue(name: 'from' | 'to', value: unknown): Partial<Change> {
  const isPublic = typeof value === 'string' ? PUBLIC_TEXT.test(value) : value !== undefined;
  return isPublic ? { [name]: value } : {};
}

/** Leaf values by dotted path: `permissions.unmask`, `certificates.0`. */
function leafValues(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) {
    return new Map([[path, value]]);
  }
  const members = Object.entries(value).flatMap(([name, member]) => [
    ...leafValues(member, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(members);
}
