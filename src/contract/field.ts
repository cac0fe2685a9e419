/**
 * The contract's data model: fields in groups, groups in lists, each with its versions and a line of documentation.
 * Everything about the interface (validation, answers, reference, generated tests) reads it here.
 *
 * @example
 *   const expiry = group({ month: required(digitsBetween(1n, 12n), 'Month of the expiry.'), year: … });
 */
import type { FieldType } from './field-types.ts';

/** The versions that are accepted on every operation. */
export const VERSION_MIN = 14;
export const VERSION_MAX = 100;

interface Lifetime {
  /** First version that has it; the lowest when absent. */
  readonly since?: number;
  /** First version that no longer has it. */
  readonly until?: number;
}

interface FieldOptions extends Lifetime {
  /**
   * Card data: becomes a `Secret` as it is read. `SENSITIVE` is authentication data, never stored after an
   * authorization.
   */
  readonly secret?: 'CARD' | 'SENSITIVE';
  /** Its type in the versions below `until`. */
  readonly earlier?: { readonly until: number; readonly type: FieldType };
  /** Answers show another type than requests send, for example a masked one. */
  readonly answered?: FieldType;
  /** Clients of the interface send it and nothing uses it: it is validated, stored, and named in `X-Ignored-Fields`. */
  readonly withoutEffect?: true;
}

export interface Field extends FieldOptions {
  readonly kind: 'field';
  readonly type: FieldType;
  /** One sentence for the reference. */
  readonly doc: string;
  /** Mandatory when its group is given. */
  readonly required: boolean;
  /** In answers: present whenever its group is. */
  readonly always: boolean;
}

export interface Group extends Lifetime {
  readonly kind: 'group';
  readonly members: Readonly<Record<string, Node>>;
  readonly doc: string;
  /** In answers: present whenever the group around it is. */
  readonly always: boolean;
}

export interface List extends Lifetime {
  readonly kind: 'list';
  readonly element: Group;
  readonly elementsMax: number;
  readonly doc: string;
}

/** Names that the merchant chooses, such as `order.custom.X`. */
export interface FreeNames extends Lifetime {
  readonly kind: 'free';
  readonly name: RegExp;
  readonly nameAllowed: string;
  readonly membersMax: number;
  /** The node for each name. */
  readonly member: Field | Group;
  readonly doc: string;
}

export type Node = Field | Group | List | FreeNames;

interface GroupOptions extends Lifetime {
  readonly doc?: string;
}

export function field(type: FieldType, doc = '', options: FieldOptions = {}): Field {
  return { kind: 'field', type, doc, required: false, always: false, ...options };
}

/** Mandatory in requests when its group is given, and present in answers whenever its group is. */
export function required(type: FieldType, doc = '', options: FieldOptions = {}): Field {
  return { kind: 'field', type, doc, required: true, always: true, ...options };
}

/** Of answers: ALWAYS PROVIDED. */
export function always(type: FieldType, doc = '', options: FieldOptions = {}): Field {
  return { kind: 'field', type, doc, required: false, always: true, ...options };
}

export function group(members: Record<string, Node>, { doc = '', ...life }: GroupOptions = {}): Group {
  return { kind: 'group', members, doc, always: false, ...life };
}

/** Of answers: a group that is ALWAYS PROVIDED. */
export function alwaysGroup(members: Record<string, Node>, options: GroupOptions = {}): Group {
  return { ...group(members, options), always: true };
}

export function list(element: Group, elementsMax: number, { doc = '', ...life }: GroupOptions = {}): List {
  return { kind: 'list', element, elementsMax, doc, ...life };
}

export function freeNames({ doc = '', ...options }: Omit<FreeNames, 'kind' | 'doc'> & { doc?: string }): FreeNames {
  return { kind: 'free', doc, ...options };
}

export function existsIn(node: Lifetime, version: number): boolean {
  return version >= (node.since ?? 0) && version < (node.until ?? Number.POSITIVE_INFINITY);
}

/** The type that a field has in a version. */
export function typeIn({ type, earlier }: Field, version: number): FieldType {
  return earlier !== undefined && version < earlier.until ? earlier.type : type;
}
