/**
 * Builds contract trees from other trees: an operation has a subset of all fields, an answer shows most of a request's
 * fields and some more. Each field is therefore defined once. Paths are dotted. A path that the tree does not have is a
 * defect of the contract and throws a TypeError when the module loads.
 *
 * @example const order = alwaysProvided(replace(request, 'id', field(string(1, 40), 'Your id of the order.')),
 * 'amount', 'id');
 */
import type { Field, Group, Members, Node } from './field.ts';

/** The first name of a path. `Rest` has the remaining paths of those that begin with a name. */
type First<P extends string> = P extends `${infer Name}.${string}` ? Name : P;
type Rest<P extends string, Name> = P extends `${Name & string}.${infer Inner}` ? Inner : never;

type Picked<M extends Members, P extends string> = {
  readonly [Name in keyof M & First<P>]: Name extends P
    ? M[Name]
    : M[Name] extends Group<infer Inner, infer Always>
      ? Group<Picked<Inner, Rest<P, Name>>, Always>
      : never;
};

type Omitted<M extends Members, P extends string> = {
  readonly [Name in keyof M as Name extends P ? never : Name]: Name extends First<P>
    ? M[Name] extends Group<infer Inner, infer Always>
      ? Group<Omitted<Inner, Rest<P, Name>>, Always>
      : never
    : M[Name];
};

type Replaced<M extends Members, P extends string, N extends Node> = P extends `${infer Name}.${infer Inner}`
  ? {
      readonly [Member in keyof M]: Member extends Name
        ? M[Member] extends Group<infer Below, infer Always>
          ? Group<Replaced<Below, Inner, N>, Always>
          : never
        : M[Member];
    }
  : Omit<M, P> & { readonly [Name in P]: N };

type Provided<M extends Members, P extends string> = {
  readonly [Name in keyof M]: Name extends First<P>
    ? M[Name] extends Field<infer Value, infer Answer>
      ? Field<Value, Answer, true>
      : M[Name] extends Group<infer Inner, infer Always>
        ? Group<Provided<Inner, Rest<P, Name>>, Name extends P ? true : Always>
        : never
    : M[Name];
};

/** The type of an edited tree. If the paths are known only at run time, it is a group of any members. */
type Edited<P extends string, Always extends boolean, M extends Members> = string extends P
  ? Group<Members, Always>
  : Group<M, Always>;

/**
 * Returns the part of a tree that the paths name; a path to a group selects all of it.
 *
 * @example pick(REQUEST, 'order.custom', 'transaction.reference')
 */
export function pick<M extends Members, Always extends boolean, const P extends string>(
  tree: Group<M, Always>,
  ...paths: readonly P[]
): Edited<P, Always, Picked<M, P>>;
export function pick(tree: Group, ...paths: readonly string[]): Group {
  const members: Record<string, Node> = {};
  for (const [name, inner] of pathsByName(paths)) {
    members[name] = inner.includes('') ? member(tree, name) : pick(innerGroup(tree, name), ...inner);
  }
  return { ...tree, members };
}

export function omit<M extends Members, Always extends boolean, const P extends string>(
  tree: Group<M, Always>,
  ...paths: readonly P[]
): Edited<P, Always, Omitted<M, P>>;
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
export function replace<M extends Members, Always extends boolean, const P extends string, const N extends Node>(
  tree: Group<M, Always>,
  path: P,
  node: N,
): Edited<P, Always, Replaced<M, P, N>>;
export function replace(tree: Group, path: string, node: Node): Group {
  return changeNode(tree, path, () => node);
}

/** Marks the named paths ALWAYS PROVIDED: answers contain them whenever they contain the group around them. */
export function alwaysProvided<M extends Members, Always extends boolean, const P extends string>(
  tree: Group<M, Always>,
  ...paths: readonly P[]
): Edited<P, Always, Provided<M, P>>;
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
