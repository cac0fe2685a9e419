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
  /** The member of each free name. */
  readonly each: VersionedMember | undefined;
}

export interface VersionedMembers {
  readonly inOrder: readonly VersionedMember[];
  readonly byName: ReadonlyMap<string, VersionedMember>;
  readonly required: readonly VersionedMember[];
}

const NONE: VersionedMembers = { inOrder: [], byName: new Map(), required: [] };

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
 * Inserts a member in the contract's order. A request has a tenth of the contract's members, so sorting those is
 * cheaper than looking up all of them. An insertion sort, because they are few and mostly in order.
 */
export function insertInOrder(members: VersionedMember[], member: VersionedMember): void {
  let at = members.length;
  for (; at > 0 && members[at - 1]!.place > member.place; at -= 1) {
    members[at] = members[at - 1]!;
  }
  members[at] = member;
}

function versionedMembers({ members }: Group, version: number): VersionedMembers {
  const inOrder = Object.entries(members)
    .filter(([, node]) => existsIn(node, version))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, node], place) => versionedMember(name, node, version, place));
  return {
    inOrder,
    byName: new Map(inOrder.map((member) => [member.name, member])),
    required: inOrder.filter(({ required }) => required),
  };
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
