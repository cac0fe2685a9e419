/** The members of a merchant's profile as people read them: value in words, documentation, and the way to change it. */
import {
  type MerchantProfile,
  maskedProfile,
  type ProfileMember,
  profileMembers,
  SECRET_PLACEHOLDER,
} from '../../core/index.ts';
import type { ShownMember } from '../../web/views/console/index.ts';

/** A longer text, such as a certificate in PEM, is cut. */
const CHARACTERS_MAX = 200;
const NONE = 'none';

/** All members, in the order of the profile. Secrets are never in it. */
export function shownMembers(profile: MerchantProfile): readonly ShownMember[] {
  const values = maskedProfile(profile) as Readonly<Record<string, unknown>>;
  return profileMembers().map((member) => ({
    ...shownMember(member, values[member.path]),
    command: commandOf(member, profile.id),
  }));
}

function shownMember(member: ProfileMember, value: unknown): ShownMember {
  const { path, documentation, isList, isSecret, members } = member;
  const isGroup = members.length > 0 && !isList;
  return {
    path,
    documentation,
    value: isGroup && value !== null && value !== undefined ? groupWords(member, value) : wordsOf(value, isSecret),
    members: members.map((inner) =>
      isList
        ? documented(inner)
        : shownMember(inner, (value as Readonly<Record<string, unknown>> | null)?.[nameOf(inner)]),
    ),
  };
}

/** A member of each group of a list: the list's own value has those of all groups. */
function documented({ path, documentation, members }: ProfileMember): ShownMember {
  return { path, documentation, value: [], members: members.map(documented) };
}

/** @example groupWords(permissions, { unmask: true }) // ['1 differs from the default'] */
function groupWords(member: ProfileMember, value: unknown): readonly string[] {
  const changed = changedIn(member, value);
  return [changed === 0 ? 'as by default' : `${changed} ${changed === 1 ? 'differs' : 'differ'} from the default`];
}

function changedIn({ members, isList, defaultValue }: ProfileMember, value: unknown): number {
  if (members.length > 0 && !isList && typeof value === 'object' && value !== null) {
    const of = value as Readonly<Record<string, unknown>>;
    return members.reduce((sum, inner) => sum + changedIn(inner, of[nameOf(inner)]), 0);
  }
  return JSON.stringify(value ?? null) === JSON.stringify(defaultValue ?? null) ? 0 : 1;
}

/** One line, or one for each group of a list. */
function wordsOf(value: unknown, isSecret: boolean): readonly string[] {
  if (isSecret || value === SECRET_PLACEHOLDER) {
    return [value === undefined || value === null ? NONE : 'set, and never shown'];
  }
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) {
    return value.map(lineOf);
  }
  return [lineOf(value)];
}

function lineOf(value: unknown): string {
  const line = phraseOf(value);
  return line.length > CHARACTERS_MAX ? `${line.slice(0, CHARACTERS_MAX)}…` : line;
}

/** @example phraseOf({ acquirer: 'eu', brands: ['VISA'] }) // 'acquirer eu; brands VISA' */
function phraseOf(value: unknown): string {
  if (value === undefined) {
    return 'left out';
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) {
    return NONE;
  }
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  if (Array.isArray(value)) {
    return value.map(phraseOf).join(', ');
  }
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, one]) => one !== undefined);
    return members.map(([name, one]) => `${name} ${isObject(one) ? `(${phraseOf(one)})` : phraseOf(one)}`).join('; ');
  }
  return String(value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf({ path }: ProfileMember): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** The command line that changes a member; undefined if nothing does. */
function commandOf(member: ProfileMember, id: string): string | undefined {
  if (member.path === 'id') {
    return undefined;
  }
  const leaf = leafOf(member);
  return leaf === undefined ? 'turnpike merchant put FILE.json' : `turnpike merchant set ${id} ${leaf}=VALUE`;
}

/** The first member that one word on a command line sets; undefined in a list of groups. */
function leafOf({ path, isList, members }: ProfileMember): string | undefined {
  const [first] = members;
  return first === undefined ? path : isList ? undefined : leafOf(first);
}
