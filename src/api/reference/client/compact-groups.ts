/** Writes the members of a group in few characters. */
import type { Lifetime } from '../../../contract/field.ts';

export interface CompactMember {
  readonly type: string;
  readonly isAlways: boolean;
  /** Undefined for a member that all versions have. */
  readonly life: Lifetime | undefined;
}

type GroupMembers = ReadonlyMap<string, CompactMember>;

export interface CompactBase {
  readonly reference: string;
  readonly members: GroupMembers;
}

/**
 * Types that a file with such members declares. W: the words of a text. O, A: optional and required members by their
 * names. P, X: a part of a group, and the rest of a group; `Pick` and `Omit` refuse a name that only some versions
 * have.
 */
export const HELPERS = `type W<T,R=never>=T extends \`\${infer A} \${infer B}\`?W<B,R|A>:R|T;
type O<K extends string,T=string>={[N in W<K>]?:T};
type A<K extends string,T=string>={[N in W<K>]:T};
type P<T,K>={[N in keyof T as N extends W<K>?N:never]:T[N]};
type X<T,K>={[N in keyof T as N extends W<K>?never:N]:T[N]};`;

/** A type of fewer members is written beside each of them. */
const NAMES_MIN = 2;

/** @param alive writes a type that only some versions have */
export function membersText(members: GroupMembers, alive: (life: Lifetime, text: string) => string): string {
  const byLife = Map.groupBy(members, ([, { life }]) => JSON.stringify(life ?? null));
  const parts = [...byLife.values()].map((some) => {
    const text = togetherText(new Map(some));
    const life = some[0]![1].life;
    return life === undefined ? text : `(${alive(life, text)})`;
  });
  return parts.length === 0 ? '{}' : parts.join('&');
}

function togetherText(members: GroupMembers): string {
  const byType = Map.groupBy(members, ([, { type, isAlways }]) => `${isAlways ? 'A' : 'O'} ${type}`);
  const parts: string[] = [];
  const single: string[] = [];
  for (const [key, some] of byType) {
    const [helper, type] = [key.slice(0, 1), key.slice(2)];
    if (some.length < NAMES_MIN) {
      single.push(...some.map(([name]) => `${keyOf(name)}${helper === 'A' ? '' : '?'}:${type}`));
    } else {
      parts.push(`${helper}<${namesText(some.map(([name]) => name))}${type === 'string' ? '' : `,${type}`}>`);
    }
  }
  return [...parts, ...(single.length === 0 ? [] : [`{${single.join(';')}}`])].join('&');
}

/** @returns the members as the difference to one of the bases if that is shorter, else all of them */
export function shortest(
  members: GroupMembers,
  bases: readonly CompactBase[],
  write: (members: GroupMembers) => string,
): string {
  let text = write(members);
  for (const base of bases) {
    const common = [...members].filter(([name, member]) => isSame(member, base.members.get(name)));
    if (common.length < NAMES_MIN) {
      continue;
    }
    const shared = new Set(common.map(([name]) => name));
    const extra = [...base.members.keys()].filter((name) => !shared.has(name));
    const own = new Map([...members].filter(([name]) => !shared.has(name)));
    const taken = [`X<${base.reference},${namesText(extra)}>`, `P<${base.reference},${namesText([...shared])}>`];
    const chosen = extra.length === 0 ? base.reference : taken.toSorted((one, other) => one.length - other.length)[0];
    const difference = own.size === 0 ? `${chosen}` : `${chosen}&${write(own)}`;
    // A name has about as many characters as a reference and ten more.
    if (difference.length + 10 < text.length) {
      text = difference;
    }
  }
  return text;
}

function isSame(one: CompactMember, other: CompactMember | undefined): boolean {
  return (
    other !== undefined &&
    one.type === other.type &&
    one.isAlways === other.isAlways &&
    JSON.stringify(one.life) === JSON.stringify(other.life)
  );
}

const namesText = (names: readonly string[]): string => `'${names.join(' ')}'`;

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
