/**
 * Trees of the contract made from trees of the contract: an operation takes a part of all fields, an answer shows most
 * of a request's and some more. So each field is written down once. Paths are dotted; one that a tree does not have is
 * a slip of the contract's own and throws a TypeError as the module loads.
 *
 * @example
 *   const order = provided(put(request, 'id', field(string(1, 40), 'Your id of the order.')), 'amount', 'id');
 */
import type { Group, Node } from './field.ts';

/**
 * The part of a tree that the paths name; a path to a group takes all of it.
 *
 * @example take(REQUEST, 'order.custom', 'transaction.reference')
 */
export function pick(tree: Group, ...paths: readonly string[]): Group {
  const members: Record<string, Node> = {};
  for (const [name, inner] of pathsByName(paths)) {
    members[name] = inner.includes('') ? member(tree, name) : pick(innerGroup(tree, name), ...inner);
  }
  return { ...tree, members };
}

/** The tree without what the paths name. */
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

/**
 * The tree with a node at the path, in the place of what stood there or beside it. The group around it must be there.
 */
export function replace(tree: Group, path: string, node: Node): Group {
  return changed(tree, path, () => node);
}

/** The tree with what the paths name ALWAYS PROVIDED: in answers there whenever the group around it is. */
export function alwaysProvided(tree: Group, ...paths: readonly string[]): Group {
  return paths.reduce(
    (all, path) =>
      changed(all, path, (node) => {
        if (node?.kind === 'field' || node?.kind === 'group') {
          return { ...node, always: true };
        }
        throw new TypeError(`The contract has no field or group '${path}' to provide.`);
      }),
    tree,
  );
}

function changed(tree: Group, path: string, change: (node: Node | undefined) => Node): Group {
  const [name = '', ...rest] = path.split('.');
  const inner =
    rest.length === 0 ? change(tree.members[name]) : changed(innerGroup(tree, name), rest.join('.'), change);
  return { ...tree, members: { ...tree.members, [name]: inner } };
}

/** What stands at a path. */
export function nodeAt(tree: Group, path: string): Node {
  const [name = '', ...rest] = path.split('.');
  return rest.length === 0 ? member(tree, name) : nodeAt(innerGroup(tree, name), rest.join('.'));
}

/** Everything in a tree by its path, groups before what is in them: `order.item[n].name`, `order.custom.X`. */
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

/** First name to the paths that go on from it; the empty path stands for all. */
function pathsByName(paths: readonly string[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    byName.set(name, [...(byName.get(name) ?? []), rest.join('.')]);
  }
  return byName;
}
