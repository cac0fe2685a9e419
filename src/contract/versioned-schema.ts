/**
 * The members of a group in one version, by name. They are computed recursively once, and iterated for every request.
 * They are sorted by name regardless of their declaration, so that read values have the same order, on which a
 * request's fingerprint relies.
 */
import { existsIn, type Field, type Group, type Node, typeIn } from './field.ts';

export interface VersionedMember {
  readonly name: string;
  /** The index in the sorted members of the group. */
  readonly place: number;
  readonly node: Node;
  readonly required: boolean;
  /** The members of a group, or of a list's elements. */
  readonly inner: VersionedMembers;
  /** The member that each free name has. */
  readonly each: VersionedMember | undefined;
}

export interface VersionedMembers {
  readonly inOrder: readonly VersionedMember[];
  readonly byName: ReadonlyMap<string, VersionedMember>;
  readonly required: readonly VersionedMember[];
  /** The members of the last body, as `membersOfBody` found them. */
  last: BodyMembers;
}

/** The members of a group that a body has, and the required ones, in the contract's order. */
export interface BodyMembers {
  /** The names in the body's order. */
  readonly names: readonly string[];
  readonly inOrder: readonly VersionedMember[];
  /** True if the contract has all names. */
  readonly areKnown: boolean;
}

const NONE: VersionedMembers = membersIn([]);

const versionsByGroup = new WeakMap<Group, Map<number, VersionedMembers>>();

export function membersOfVersion(group: Group, version: number): VersionedMembers {
  let versions = versionsByGroup.get(group);
  if (versions === undefined) {
    versions = new Map();
    versionsByGroup.set(group, versions);
  }
  let members = versions.get(version);
  if (members === undefined) {
    members = versionedMembers(group, version);
    versions.set(version, members);
  }
  return members;
}

/**
 * Inserts a member in the contract's order. A request has a tenth of the contract's members, so sorting them is faster
 * than looking up all members of the contract. They are few and mostly in order, so this is an insertion sort.
 */
export function insertInOrder(members: VersionedMember[], member: VersionedMember): void {
  let at = members.length;
  for (; at > 0 && members[at - 1]!.place > member.place; at -= 1) {
    members[at] = members[at - 1]!;
  }
  members[at] = member;
}

/**
 * The bodies of one program have the same names in the same order, so the last result is kept. Unknown names are not:
 * they may be card data, or part of a text that keeps the whole body in memory.
 */
export function membersOfBody(live: VersionedMembers, names: readonly string[]): BodyMembers {
  if (areSame(live.last.names, names)) {
    return live.last;
  }
  const inOrder = [...live.required];
  const own: string[] = [];
  for (const name of names) {
    const member = live.byName.get(name);
    if (member !== undefined) {
      own.push(member.name);
      if (!member.required) {
        insertInOrder(inOrder, member);
      }
    }
  }
  if (own.length < names.length) {
    return { names, inOrder, areKnown: false };
  }
  live.last = { names: own, inOrder, areKnown: true };
  return live.last;
}

function areSame(names: readonly string[], others: readonly string[]): boolean {
  const { length } = names;
  if (length !== others.length) {
    return false;
  }
  for (let at = 0; at < length; at += 1) {
    if (names[at] !== others[at]) {
      return false;
    }
  }
  return true;
}

function versionedMembers({ members }: Group, version: number): VersionedMembers {
  return membersIn(
    Object.entries(members)
      .filter(([, node]) => existsIn(node, version))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, node], place) => versionedMember(name, node, version, place)),
  );
}

function membersIn(inOrder: readonly VersionedMember[]): VersionedMembers {
  const required = inOrder.filter((member) => member.required);
  const byName = new Map(inOrder.map((member) => [member.name, member]));
  return { inOrder, byName, required, last: { names: [], inOrder: required, areKnown: true } };
}

function versionedMember(name: string, node: Node, version: number, place = 0): VersionedMember {
  return {
    name,
    place,
    node: node.kind === 'field' ? inVersion(node, version) : node,
    required: node.kind === 'field' && node.required,
    inner: innerMembers(node, version),
    each: node.kind === 'free' ? versionedMember(name, node.member, version) : undefined,
  };
}

function innerMembers(node: Node, version: number): VersionedMembers {
  switch (node.kind) {
    case 'group':
      return membersOfVersion(node, version);
    case 'list':
      return membersOfVersion(node.element, version);
    default:
      return NONE;
  }
}

/** Resolves the field's type in the version. */
function inVersion(field: Field, version: number): Field {
  return field.earlier === undefined ? field : { ...field, type: typeIn(field, version) };
}
