/** Fields of requests and answers in the reference, and their changes between versions. */
import type { Field } from '../../../contract/field.ts';
import type { ContractOperation } from '../../../contract/operations.ts';

export type Side = 'request' | 'answer';

/**
 * In requests: REQUIRED always; SOURCED if a session or token may provide it; WITHIN if its group is given; otherwise
 * OPTIONAL. In answers: ALWAYS if the group around it is present; otherwise CONDITIONAL.
 */
export type Presence = 'REQUIRED' | 'SOURCED' | 'WITHIN' | 'OPTIONAL' | 'ALWAYS' | 'CONDITIONAL';

export interface TypeFacts {
  /** The type convention's name; `Group`, `List` and `Names` for nodes that contain fields. */
  readonly type: string;
  /** Bounds and characters. Empty for a group, and if `values` lists the values. */
  readonly allowed: string;
  /** The values of an enumeration. */
  readonly values: readonly string[];
}

export interface FieldRow extends TypeFacts {
  /** The field's path, such as `order.item[n].name` or `order.custom.X`. */
  readonly path: string;
  readonly presence: Presence;
  /** The first version with the field. Absent: the lowest version. */
  readonly since?: number;
  /** The last version with the field. Absent: the newest version. */
  readonly last?: number;
  /** The type up to an earlier version. */
  readonly earlier?: TypeFacts & { readonly last: number };
  /**
   * Card data, which is stored sealed and shown masked; or authentication data, which must not be stored after a
   * payment attempt.
   */
  readonly secret?: Field['secret'];
  /** The operation whose answer has the same form as each element, so that the fields are not listed again. */
  readonly shapedAs?: ContractOperation;
  readonly doc: string;
}

export interface FieldDifference {
  readonly side: Side;
  readonly path: string;
  readonly change: 'ADDED' | 'REMOVED' | 'CHANGED';
  /** Absent for an added field. */
  readonly before?: TypeFacts;
  /** Absent for a removed field. */
  readonly after?: TypeFacts;
  readonly doc: string;
  /** Number of fields in a group that was added or removed as a whole. */
  readonly inner: number;
}

export interface VersionChange extends FieldDifference {
  readonly operations: readonly ContractOperation[];
}

export interface VersionChanges {
  /** The first version with these changes. */
  readonly version: number;
  readonly changes: readonly VersionChange[];
}
