/**
 * The contract as flat rows, one per field, for pages and comparisons: the field's path, accepted values, presence, and
 * versions.
 *
 * @example
 * requestRows('AUTHORIZE').find(({ path }) => path === 'order.currency')?.presence // 'REQUIRED'
 */
import { selector } from '../../contract/calls.ts';
import { type Field, type Group, type Node, typeIn, VERSION_MAX, VERSION_MIN } from '../../contract/field.ts';
import type { FieldType } from '../../contract/field-types.ts';
import type { Operation } from '../../contract/operation.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { FieldRow, Presence, Side, TypeFacts } from '../../web/views/docs/index.ts';
import { answerOf, type DocumentedOperation } from './documented-operations.ts';

/** Rows of all versions, each with the versions in which it exists. */
export function requestRows(name: DocumentedOperation): FieldRow[] {
  const operation: Operation = OPERATIONS[name];
  return rowsOf(operation.request, { side: 'request', operation });
}

export function answerRows(name: DocumentedOperation): FieldRow[] {
  const operation: Operation = OPERATIONS[name];
  return rowsOf(operation.answer, { side: 'answer', operation });
}

export function rowsOf(tree: Group, of: { side: Side; operation?: Operation }): FieldRow[] {
  return [...membersOf(tree, '', { ...of, life: { since: VERSION_MIN, until: VERSION_MAX + 1 } })];
}

interface RowContext {
  readonly side: Side;
  readonly operation?: Operation;
  /** The versions that have the surrounding group. A member exists in these versions at most. */
  readonly life: { readonly since: number; readonly until: number };
}

function* membersOf({ members }: Group, prefix: string, walk: RowContext): Generator<FieldRow> {
  const names = Object.keys(members).sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    yield* nodeRows(members[name]!, prefix + name, walk);
  }
}

function* nodeRows(node: Node, path: string, walk: RowContext): Generator<FieldRow> {
  const life = {
    since: Math.max(walk.life.since, node.since ?? VERSION_MIN),
    until: Math.min(walk.life.until, node.until ?? VERSION_MAX + 1),
  };
  const inner = { ...walk, life };
  yield { ...commonFacts(node, path, inner), ...ownFacts(node, inner) };
  if (node.kind === 'group') {
    yield* membersOf(node, `${path}.`, inner);
  }
  if (node.kind === 'list' && answerOf(node.element) === undefined) {
    yield* membersOf(node.element, `${path}[n].`, inner);
  }
  if (node.kind === 'free') {
    yield* nodeRows(node.member, `${path}.X`, inner);
  }
}

function commonFacts(node: Node, path: string, walk: RowContext) {
  const { since, until } = walk.life;
  return {
    path,
    presence: presenceOf(node, path, walk),
    since: since > VERSION_MIN ? since : undefined,
    last: until <= VERSION_MAX ? until - 1 : undefined,
    doc: node.doc,
  };
}

function presenceOf(node: Node, path: string, { side, operation }: RowContext): Presence {
  if (side === 'answer') {
    return (node.kind === 'field' || node.kind === 'group') && node.always ? 'ALWAYS' : 'CONDITIONAL';
  }
  if (operation?.requires.some((one) => one === path)) {
    return operation.request.members.session === undefined ? 'REQUIRED' : 'SOURCED';
  }
  if (path === 'apiOperation' && operation !== undefined && selector(operation) !== undefined) {
    return 'REQUIRED';
  }
  return node.kind === 'field' && node.required ? 'WITHIN' : 'OPTIONAL';
}

type OwnFacts = TypeFacts & Pick<FieldRow, 'earlier' | 'secret' | 'shapedAs'>;

function ownFacts(node: Node, walk: RowContext): OwnFacts {
  switch (node.kind) {
    case 'group':
      return { type: 'Group', allowed: '', values: [] };
    case 'list': {
      const shapedAs = answerOf(node.element);
      const allowed = `at most ${node.elementsMax} elements`;
      return { type: 'List', allowed, values: [], shapedAs };
    }
    case 'free':
      return { type: 'Names', allowed: `${node.nameAllowed}; at most ${node.membersMax} of them`, values: [] };
    case 'field':
      return fieldFacts(node, walk);
  }
}

function fieldFacts(node: Field, { side, life }: RowContext): OwnFacts {
  const answered = side === 'answer' ? node.answered : undefined;
  const type = answered ?? typeIn(node, VERSION_MAX);
  const { earlier, secret } = node;
  const wasOther = answered === undefined && earlier !== undefined && earlier.until > life.since;
  return {
    ...typeFacts(type),
    earlier: wasOther ? { last: earlier.until - 1, ...typeFacts(earlier.type) } : undefined,
    secret,
  };
}

function typeFacts(type: FieldType): TypeFacts {
  const { enum: values = [] } = type.keywords.items ?? type.keywords;
  // A list of values needs no further explanation.
  return { type: type.name, allowed: values.length > 0 ? '' : type.allowed, values };
}
