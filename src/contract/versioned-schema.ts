/**
 * A group's members in one version, by name: worked out once, all the way down, and walked at every request. The order
 * is that of the names, whatever order they are written down in, because what is read takes it over, and a request's
 * meaning is judged by its text.
 */
import { existsIn, type Field, type Group, type Node, typeIn } from './field.ts';

export interface VersionedMember {
  readonly name: string;
  /** In the order of the group's members. */
  readonly place: number;
  readonly node: Node;
  readonly required: boolean;
  /** Of a group, and of a list's elements: what lives in them. */
  readonly inner: VersionedMembers;
  /** Of free names: what stands under each. */
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
 * Puts a member where it belongs among some that stand in the contract's order. A request has a tenth of the contract's
 * members: those are sorted, by hand because they are few and mostly in order, and not all of the contract's looked
 * for.
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

/** A field whose type changed has that of the version. */
function inVersion(field: Field, version: number): Field {
  return field.earlier === undefined ? field : { ...field, type: typeIn(field, version) };
}
