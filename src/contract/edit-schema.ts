/**
 * Builds contract trees from other trees: an operation has a subset of all fields, an answer shows most of a request's
 * fields and some more. So each field is defined once. Paths are dotted; a path that the tree does not have is a defect
 * of the contract and throws a TypeError as the module loads.
 *
 * @example const order = alwaysProvided(replace(request, 'id', field(string(1, 40), 'Your id of the order.')),
 * 'amount', 'id');
 */
import type { Group, Node } from './field.ts';

/**
 * Returns the part of a tree that the paths name; a path to a group selects all of it.
 *
 * @example pick(REQUEST, 'order.custom', 'transaction.reference')
 */
export function pick(tree: Group, ...paths: readonly string[]): Group {
  const members: Record<string, Node> = {};
  for (const [name, inner] of pathsByName(paths)) {
    members[name] = inner.includes('') ? member(tree, name) : pick(innerGroup(tree, name), ...inner);
  }
  return { ...tree, members };
}

export function omit(tree: Group, ...paths: readonly string[]): Group {
  const members = { ...tree.members };
  for (const [name, inner] of pathsByName(paths)) {
    if (inner.includes('')) {
      member(tree, name);
      delete members[name];
    } else {
      members[name] = omit(innerGroup(tree, name), ...inner);
    }
  }
  return { ...tree, members };
}

/** Sets the node at a path, existing or new. The group around it must exist. */
export function replace(tree: Group, path: string, node: Node): Group {
  return changeNode(tree, path, () => node);
}

/** Marks the named paths ALWAYS PROVIDED: answers contain them whenever they contain the group around them. */
export function alwaysProvided(tree: Group, ...paths: readonly string[]): Group {
  return paths.reduce(
    (all, path) =>
      changeNode(all, path, (node) => {
        if (node?.kind === 'field' || node?.kind === 'group') {
          return { ...node, always: true };
        }
        throw new TypeError(`The contract has no field or group '${path}' to provide.`);
      }),
    tree,
  );
}

function changeNode(tree: Group, path: string, change: (node: Node | undefined) => Node): Group {
  const [name = '', ...rest] = path.split('.');
  const inner =
    rest.length === 0 ? change(tree.members[name]) : changeNode(innerGroup(tree, name), rest.join('.'), change);
  return { ...tree, members: { ...tree.members, [name]: inner } };
}

export function nodeAt(tree: Group, path: string): Node {
  const [name = '', ...rest] = path.split('.');
  return rest.length === 0 ? member(tree, name) : nodeAt(innerGroup(tree, name), rest.join('.'));
}

/** Every node of a tree by its path, groups before their members: `order.item[n].name`, `order.custom.X`. */
export function* everyNode(tree: Group, at = ''): Generator<readonly [path: string, node: Node]> {
  for (const [name, node] of Object.entries(tree.members)) {
    yield* nodeAndInner(node, at + name);
  }
}

function* nodeAndInner(node: Node, path: string): Generator<readonly [path: string, node: Node]> {
  yield [path, node];
  if (node.kind === 'group') {
    yield* everyNode(node, `${path}.`);
  }
  if (node.kind === 'list') {
    yield* nodeAndInner(node.element, `${path}[n]`);
  }
  if (node.kind === 'free') {
    yield* nodeAndInner(node.member, `${path}.X`);
  }
}

function member({ members }: Group, name: string): Node {
  const node = members[name];
  if (node === undefined) {
    throw new TypeError(`The contract has no '${name}' here.`);
  }
  return node;
}

function innerGroup(tree: Group, name: string): Group {
  const node = member(tree, name);
  if (node.kind !== 'group') {
    throw new TypeError(`'${name}' of the contract has no parts to name.`);
  }
  return node;
}

/** Groups the paths by their first name. An empty remaining path selects the whole member. */
function pathsByName(paths: readonly string[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    byName.set(name, [...(byName.get(name) ?? []), rest.join('.')]);
  }
  return byName;
}
