/** The type of a row in the table of operations. */
import type { Group } from './field.ts';
import type { FieldPath } from './request-fields.ts';

export type HttpMethod = 'DELETE' | 'GET' | 'POST' | 'PUT';

/**
 * The permitted caller. MERCHANT: authenticated by its API password or a client certificate of its profile.
 * MERCHANT_OR_SESSION: also a client that knows the session's id, for the fields that a payer may set.
 */
export type Access = 'MERCHANT' | 'MERCHANT_OR_SESSION';

/** @typeParam Answer the fields of its answer */
export interface Operation<Answer extends Group = Group> {
  readonly title: string;
  /** One or two sentences. */
  readonly doc: string;
  readonly method: HttpMethod;
  /** GET on the same address answers the same, without a body. */
  readonly alsoByGet?: boolean;
  /** Below `/api/rest/version/{version}/merchant/{merchantId}`. */
  readonly path: string;
  /** The first version that has it. Absent: all versions. */
  readonly since?: number;
  /** The first version without it. Absent: all later versions have it. */
  readonly until?: number;
  /** Absent: MERCHANT. */
  readonly access?: Access;
  /** The query parameters. Absent: the query is ignored. */
  readonly query?: Group;
  /** The fields of its body; empty if it has none. */
  readonly request: Group;
  /**
   * Dotted paths of required fields, from the request, its session or its token. The operation's plan checks them with
   * `missingFields`.
   */
  readonly requires: readonly FieldPath[];
  /**
   * Sets of fields, of which a request in the newest version needs one unless its session supplies it: for the typed
   * client. Absent: `requires` alone.
   */
  readonly alternatives?: readonly (readonly FieldPath[])[];
  readonly answer: Answer;
  /** The status of a success. */
  readonly status: SuccessStatus;
  /** Other successful answers. */
  readonly otherAnswers?: readonly OtherAnswer[];
}

export type SuccessStatus = 200 | 201;

export interface OtherAnswer {
  readonly status: SuccessStatus;
  /** The condition for this answer. */
  readonly doc: string;
  /** Absent: the operation's answer. */
  readonly answer?: Group;
}
