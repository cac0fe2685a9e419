/** The errors of a call. Each tells whether the gateway may have done something. */

/** INVALID_REQUEST: change it. REQUEST_REJECTED: not permitted. The others: the gateway's. */
export type ErrorCause = 'INVALID_REQUEST' | 'REQUEST_REJECTED' | 'SERVER_BUSY' | 'SERVER_FAILED';
export type ValidationType = 'INVALID' | 'MISSING' | 'UNSUPPORTED';

/** A field that was refused. */
export interface ErrorDetail {
  /** The field's dotted path: `order.currency`. */
  readonly field: string;
  readonly validationType: ValidationType;
  readonly explanation: string;
}

/** The error of an answer, as the gateway writes it. */
export interface AnsweredError {
  readonly cause?: ErrorCause;
  readonly explanation?: string;
  readonly field?: string;
  readonly validationType?: ValidationType;
  readonly supportCode?: string;
  readonly details?: readonly ErrorDetail[];
}

/** Any error of this client. A decline is no error: it is an answer with `result: 'FAILURE'`. */
export class TurnpikeError extends Error {
  override name = 'TurnpikeError';
}

/** The gateway answered with an error. Unless `cause` is SERVER_FAILED, nothing happened. */
export class GatewayError extends TurnpikeError {
  override readonly name = 'GatewayError';
  /** The HTTP status. */
  readonly status: number;
  override readonly cause: ErrorCause;
  /** The first field that was refused, as a dotted path, if the error is about fields. */
  readonly field: string | undefined;
  readonly validationType: ValidationType | undefined;
  /** All fields that were refused. */
  readonly details: readonly ErrorDetail[];
  /** Finds the call in the operator's log. */
  readonly supportCode: string | undefined;
  /** The pause for which the gateway asks before a repeat, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, error: AnsweredError, retryAfterMs: number | undefined) {
    super(error.explanation ?? `The gateway answered ${status} without an explanation.`);
    this.status = status;
    this.cause = error.cause ?? (status < 500 ? 'INVALID_REQUEST' : 'SERVER_FAILED');
    this.field = error.field;
    this.validationType = error.validationType;
    this.details = error.details ?? [];
    this.supportCode = error.supportCode;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The answer is not the gateway's: a proxy before it answered, with HTML for instance. */
export class HttpError extends TurnpikeError {
  override readonly name = 'HttpError';
  readonly status: number;
  /** The beginning of the answer. */
  readonly text: string;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, text: string, retryAfterMs: number | undefined) {
    super(`The answer with status ${status} is not the gateway's.`);
    this.status = status;
    this.text = text.slice(0, 1_000);
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer came. `cause` is the error of `fetch`. */
export class NetworkError extends TurnpikeError {
  override readonly name = 'NetworkError';
  /** False if the connection failed, so that the gateway certainly did not get the call. */
  readonly isSent: boolean;

  constructor(cause: unknown, isSent: boolean) {
    super(isSent ? 'No answer came in time.' : 'The gateway cannot be reached.', { cause });
    this.isSent = isSent;
  }
}

/**
 * The transaction may have been made, and retrieving it failed as well. Call again with the same ids later: it is made
 * once at most. Never use another transaction id for it. `cause` is the last error of the call.
 */
export class UnknownOutcomeError extends TurnpikeError {
  override readonly name = 'UnknownOutcomeError';
  readonly orderId: string;
  readonly transactionId: string;

  constructor(orderId: string, transactionId: string, cause: unknown) {
    super(`The outcome of transaction ${transactionId} of order ${orderId} is unknown.`, { cause });
    this.orderId = orderId;
    this.transactionId = transactionId;
  }
}
