/**
 * A group's members in one version, by name: computed once, all the way down, and iterated at every request. They are
 * sorted by name, whatever the order of their declaration: the values that are read have the same order, and a
 * request's fingerprint is made from their text.
 */
import { existsIn, type Field, type Group, type Node, typeIn } from './field.ts';

export interface VersionedMember {
  readonly name: string;
  /** In the order of the group's members. */
  readonly place: number;
  readonly node: Node;
  readonly required: boolean;
  /** Of a group, and of a list's elements: its members. */
  readonly inner: VersionedMembers;
  /** Of free names: the member for each name. */
  readonly each?: VersionedMember;
}

export interface VersionedMembers {
  readonly inOrder: readonly VersionedMember[];
  readonly byName: ReadonlyMap<string, VersionedMember>;
  readonly required: readonly VersionedMember[];
}

const NONE: VersionedMembers = { inOrder: [], byName: new Map(), required: [] };

const known = new WeakMap<Group, Map<number, VersionedMembers>>();

export function membersOfVersion(group: Group, version: number): VersionedMembers {
  let versions = known.get(group);
  if (versions === undefined) {
    versions = new Map();
    known.set(group, versions);
  }
  let members = versions.get(version);
  if (members === undefined) {
    members = versionedMembers(group, version);
    versions.set(version, members);
  }
  return members;
}

/**
 * Inserts a member into members in the contract's order. A request has a tenth of the contract's members, so those are
 * sorted, rather than all of the contract's looked up; by hand, because they are few and mostly in order.
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
  const plain = { name, place, node, required: false, inner: NONE };
  switch (node.kind) {
    case 'field':
      return { ...plain, node: inVersion(node, version), required: node.required };
    case 'group':
      return { ...plain, inner: membersOfVersion(node, version) };
    case 'list':
      return { ...plain, inner: membersOfVersion(node.element, version) };
    case 'free':
      return { ...plain, each: versionedMember(name, node.member, version) };
  }
}

/** The field with the type that it has in the version. */
function inVersion(field: Field, version: number): Field {
  return field.earlier === undefined ? field : { ...field, type: typeIn(field, version) };
}
