/** The type of a row in the table of operations. */
import type { Group } from './field.ts';
import type { FieldPath } from './request-fields.ts';

export type HttpMethod = 'DELETE' | 'GET' | 'POST' | 'PUT';

/**
 * The permitted caller. MERCHANT: authenticated by its API password or a client certificate of its profile.
 * MERCHANT_OR_SESSION: also a client that knows the session's id, for the fields that a payer may set.
 */
export type Access = 'MERCHANT' | 'MERCHANT_OR_SESSION';

/** @typeParam Answer the fields of the operation's answer */
export interface Operation<Answer extends Group = Group> {
  readonly title: string;
  /** The description, one or two sentences. */
  readonly doc: string;
  readonly method: HttpMethod;
  /** True if GET on the same path, without a body, gives the same answer. */
  readonly alsoByGet?: boolean;
  /** Below `/api/rest/version/{version}/merchant/{merchantId}`. */
  readonly path: string;
  /** The first version that has the operation. Absent: all versions have it. */
  readonly since?: number;
  /** The first version that no longer has the operation. Absent: all later versions have it. */
  readonly until?: number;
  /** The permitted caller. Absent: MERCHANT. */
  readonly access?: Access;
  /** The query parameters. Absent: the query is ignored. */
  readonly query?: Group;
  /** The fields of the request's body; empty if it has none. */
  readonly request: Group;
  /**
   * Dotted paths of required fields, from the request, its session or its token. The operation's plan checks them with
   * `missingFields`.
   */
  readonly requires: readonly FieldPath[];
  /**
   * For the typed client: sets of fields, of which a request in the newest version needs one, unless its session
   * supplies it. Absent: only `requires` applies.
   */
  readonly alternatives?: readonly (readonly FieldPath[])[];
  readonly answer: Answer;
  /** The HTTP status of a success. */
  readonly status: SuccessStatus;
  /** Other successful answers. */
  readonly otherAnswers?: readonly OtherAnswer[];
}

export type SuccessStatus = 200 | 201;

export interface OtherAnswer {
  readonly status: SuccessStatus;
  /** The condition for this answer, as a sentence. */
  readonly doc: string;
  /** The fields of this answer. Absent: those of the operation's answer. */
  readonly answer?: Group;
}
