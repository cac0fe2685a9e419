/**
 * How the contract's data is written down: fields in groups, groups in lists, each with the versions that it lives in.
 *
 * @example
 *   const expiry = group({ month: field(digitsBetween(1n, 12n), { required: true }), year: … });
 */
import type { FieldType } from './types.ts';

/** The versions that are accepted on every operation. */
export const VERSION_MIN = 14;
export const VERSION_MAX = 100;

interface Life {
  /** First version that has it; the lowest when absent. */
  readonly since?: number;
  /** First version that no longer has it. */
  readonly until?: number;
}

export interface Field extends Life {
  readonly kind: 'field';
  readonly type: FieldType;
  /** Mandatory when its group is given. */
  readonly required: boolean;
  /** Card data: becomes a `Secret` as it is read. `SENSITIVE` is authentication data, never kept after an authorization. */
  readonly secret?: 'CARD' | 'SENSITIVE';
}

export interface Group extends Life {
  readonly kind: 'group';
  readonly members: Readonly<Record<string, Node>>;
}

export interface List extends Life {
  readonly kind: 'list';
  readonly element: Group;
  readonly elementsMax: number;
}

/** Names that the merchant chooses, such as `order.custom.X`. */
export interface FreeNames extends Life {
  readonly kind: 'free';
  readonly name: RegExp;
  readonly nameAllowed: string;
  readonly membersMax: number;
  /** What each of them is. */
  readonly member: Field;
}

export type Node = Field | Group | List | FreeNames;

export function field(type: FieldType, options: Life & { required?: boolean; secret?: Field['secret'] } = {}): Field {
  return { kind: 'field', type, required: false, ...options };
}

export function required(type: FieldType, options: Life & { secret?: Field['secret'] } = {}): Field {
  return { kind: 'field', type, ...options, required: true };
}

export function group(members: Record<string, Node>, life: Life = {}): Group {
  return { kind: 'group', members, ...life };
}

export function list(element: Group, elementsMax: number, life: Life = {}): List {
  return { kind: 'list', element, elementsMax, ...life };
}

export function freeNames(options: Omit<FreeNames, 'kind'>): FreeNames {
  return { kind: 'free', ...options };
}

export function livesIn(node: Life, version: number): boolean {
  return version >= (node.since ?? 0) && version < (node.until ?? Number.POSITIVE_INFINITY);
}
