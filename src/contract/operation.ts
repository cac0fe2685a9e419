/** What the table of operations says of each. */
import type { Group } from './field.ts';
import type { FieldPath } from './request-fields.ts';

export type Method = 'DELETE' | 'GET' | 'POST' | 'PUT';

/**
 * Who may call: MERCHANT, by its API password or a client certificate of its profile; MERCHANT_OR_SESSION, also whoever
 * has the session's id, for what a payer may set.
 */
export type Access = 'MERCHANT' | 'MERCHANT_OR_SESSION';

export interface Operation {
  readonly title: string;
  /** One or two sentences. */
  readonly doc: string;
  readonly method: Method;
  /** GET on the same address answers the same, without a body. */
  readonly alsoByGet?: boolean;
  /** Below `/api/rest/version/{version}/merchant/{merchantId}`. */
  readonly path: string;
  /** The first version that has it; absent: all have. */
  readonly since?: number;
  /** The first version that has it no more; absent: all further ones have. */
  readonly until?: number;
  /** Absent: MERCHANT. */
  readonly access?: Access;
  /** The parameters of its query; absent: none is read. */
  readonly query?: Group;
  /** The fields of its body; empty if it has none. */
  readonly request: Group;
  /**
   * Dotted paths of required fields, from the request or from its session or token. The operation's plan checks them,
   * by `missingFields`.
   */
  readonly requires: readonly FieldPath[];
  readonly answer: Group;
  /** Of an answer that is not an error. */
  readonly status: SuccessStatus;
  /** What else it may answer, beside errors. */
  readonly otherAnswers?: readonly OtherAnswer[];
}

export type SuccessStatus = 200 | 201;

export interface OtherAnswer {
  readonly status: SuccessStatus;
  /** When. */
  readonly doc: string;
  /** Absent: the operation's own. */
  readonly answer?: Group;
}
