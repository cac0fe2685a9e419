/**
 * A person's change of one member of the merchant's profile: validated as on the command line, refused if others have
 * changed the member since the page was made, and recorded in the audit trail with the values.
 */
import { createHash } from 'node:crypto';
import { ZodError } from 'zod';
import { holdsCardData } from '../../contract/card-data.ts';
import { type Merchant, type MerchantProfile, type ProfileMember, profileMembers } from '../../core/index.ts';
import type { SignedIn } from '../access.ts';
import { type ConsoleAudit, recordAtMerchant } from '../audit.ts';
import type { BrowserCaller } from '../sign-in.ts';

export interface ProfileDependencies {
  readonly profiles: {
    /** @throws ZodError that names the refused members */
    accept(given: unknown, stored: MerchantProfile): MerchantProfile;
    /**
     * @param change returns the new profile, or undefined to leave it
     * @returns the merchant as it is then; undefined if it was left
     * @throws ZodError as `accept`
     */
    change(id: string, change: (stored: MerchantProfile) => unknown): Promise<Merchant | undefined>;
  };
  readonly audit: ConsoleAudit;
}

export interface MemberChange {
  /** `['branding', 'color']` */
  readonly path: readonly string[];
  /** Undefined removes the member. */
  readonly value: unknown;
  /** `versionOf` the value that the page showed. */
  readonly shown: string;
}

export interface MemberProblem {
  /** Below the changed member: `[0]` for the first of a list. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The reason why nothing was changed. CHANGED: others have changed the member since the page was made. */
export type Unchanged =
  | { readonly kind: 'CHANGED' }
  | { readonly kind: 'REFUSED'; readonly problems: readonly MemberProblem[] };

export type ChangeResult = Unchanged | { readonly kind: 'DONE' };

export async function changeMember(
  { profiles, audit }: ProfileDependencies,
  { person }: SignedIn,
  { id, profile }: Merchant,
  { path, value, shown }: MemberChange,
  caller: BrowserCaller,
): Promise<ChangeResult> {
  const member = path.join('.');
  const record = (state: 'BEGUN' | 'CHANGED' | 'DONE' | 'REFUSED', values: object = {}) =>
    recordAtMerchant(
      audit,
      { action: 'console setting', person, merchantId: id, caller },
      { state, member, ...values },
    );
  const accepted = (stored: MerchantProfile) => profiles.accept(withMember(stored, path, value), stored);
  const isFree = (stored: MerchantProfile) => isShown(memberAt(stored, path), value, shown);
  try {
    accepted(profile);
    if (!isFree(profile)) {
      return { kind: 'CHANGED' };
    }
    await record('BEGUN', { before: recordable(path, memberAt(profile, path)), after: recordable(path, value) });
    const changed = await profiles.change(id, (stored) => (isFree(stored) ? accepted(stored) : undefined));
    const kind = changed === undefined ? 'CHANGED' : 'DONE';
    await record(kind);
    return { kind };
  } catch (error) {
    if (error instanceof ZodError) {
      return { kind: 'REFUSED', problems: problemsAt(error, path) };
    }
    throw error;
  }
}

/** A form that is sent twice finds its own value, and changes nothing more. */
function isShown(stored: unknown, wanted: unknown, shown: string): boolean {
  const version = versionOf(stored);
  return version === shown || version === versionOf(wanted);
}

const VERSION_DIGITS = 16;

/** Identifies a value in a hidden input, without revealing it. */
export function versionOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, VERSION_DIGITS);
}

function memberAt(profile: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Group | null | undefined)?.[name], profile);
}

type Group = Readonly<Record<string, unknown>>;

/** A missing group is made with its first member. */
function withMember(group: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const inner = (group as Group | null | undefined)?.[name];
  return { ...(group as Group | null), [name]: rest.length === 0 ? value : withMember(inner, rest, value) };
}

/** The profile's own words. A problem of another member is named by its path. */
function problemsAt(error: ZodError, member: readonly string[]): readonly MemberProblem[] {
  return error.issues.map(({ path, message }) =>
    member.every((name, at) => path[at] === name)
      ? { path: path.slice(member.length), message }
      : { path: [], message: `${path.join('.')}: ${message}` },
  );
}

/** The value without secrets and card data, and an address without its query, which may have a token. */
function recordable(path: readonly string[], value: unknown): unknown {
  if (value === undefined || value === null) {
    return null;
  }
  if (isSecret(profileMembers(), path.join('.'))) {
    return '(secret)';
  }
  if (typeof value === 'object' && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, recordable([...path, name], inner)]));
  }
  const shown = typeof value === 'string' ? value.split('?', 1)[0] : value;
  return holdsCardData(JSON.stringify(shown)) ? '(card data)' : shown;
}

function isSecret(members: readonly ProfileMember[], path: string): boolean {
  return members.some((member) => (member.path === path && member.isSecret) || isSecret(member.members, path));
}
