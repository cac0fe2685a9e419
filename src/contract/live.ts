/**
 * A group's members in one version, by name: worked out once, walked at every request. The order is that of the names, whatever
 * order they are written down in, because what is read takes it over, and a request's meaning is judged by its text.
 */
import { type Group, livesIn, type Node } from './field.ts';

export interface LiveMember {
  readonly name: string;
  readonly node: Node;
  readonly required: boolean;
}

export interface LiveMembers {
  readonly inOrder: readonly LiveMember[];
  readonly names: ReadonlySet<string>;
}

const known = new WeakMap<Group, Map<number, LiveMembers>>();

export function liveMembers(group: Group, version: number): LiveMembers {
  let versions = known.get(group);
  if (versions === undefined) {
    versions = new Map();
    known.set(group, versions);
  }
  let live = versions.get(version);
  if (live === undefined) {
    live = livingIn(group, version);
    versions.set(version, live);
  }
  return live;
}

function livingIn({ members }: Group, version: number): LiveMembers {
  const inOrder = Object.entries(members)
    .filter(([, node]) => livesIn(node, version))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, node]) => ({ name, node, required: node.kind === 'field' && node.required }));
  return { inOrder, names: new Set(inOrder.map(({ name }) => name)) };
}
