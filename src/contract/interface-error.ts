/** Every error of the interface: its cause, its HTTP status, and the body that shows a merchant what to correct. */

/** Cause to HTTP status. */
export const ERROR_CAUSES = {
  INVALID_REQUEST: 400,
  REQUEST_REJECTED: 403,
  SERVER_BUSY: 503,
  SERVER_FAILED: 500,
} as const satisfies Record<string, number>;

export type ErrorCause = keyof typeof ERROR_CAUSES;

/** The kinds of problem of a refused field. */
export const VALIDATION_TYPES = ['MISSING', 'INVALID', 'UNSUPPORTED'] as const;

export type ValidationType = (typeof VALIDATION_TYPES)[number];

/** One refused field. */
export interface FieldProblem {
  /** Dotted path: `order.item[2].name`. */
  readonly field: string;
  readonly validationType: ValidationType;
  /** What was allowed, as part of a sentence: `1 to 40 characters`. */
  readonly explanation: string;
}

/** A refusal. `message` is the `error.explanation` that the merchant reads. */
export class InterfaceError extends Error {
  readonly errorCause: ErrorCause;
  readonly status: number;
  readonly problems: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    cause: ErrorCause,
    explanation: string,
    options: { status?: number; problems?: readonly FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(explanation);
    this.errorCause = cause;
    this.status = options.status ?? ERROR_CAUSES[cause];
    this.problems = options.problems ?? [];
    this.headers = options.headers ?? {};
  }
}

/** Refuses the named fields. The answer lists all of them, and the first also as `error.field`. */
export function invalidFields(problems: readonly FieldProblem[]): InterfaceError {
  const [first] = problems;
  return new InterfaceError('INVALID_REQUEST', first === undefined ? 'Invalid request.' : sentence(first), {
    problems,
  });
}

/** A problem for `invalidFields`. @param explanation what is allowed */
export function invalidProblem(field: string, explanation: string): FieldProblem {
  return { field, validationType: 'INVALID', explanation };
}

export function invalidField(
  field: string,
  explanation: string,
  validationType: ValidationType = 'INVALID',
): InterfaceError {
  return invalidFields([{ field, validationType, explanation }]);
}

export function invalidRequest(explanation: string): InterfaceError {
  return new InterfaceError('INVALID_REQUEST', explanation);
}

function sentence({ field, validationType, explanation }: FieldProblem): string {
  const opening = {
    MISSING: `Missing parameter '${field}'`,
    INVALID: `Invalid value for '${field}'`,
    UNSUPPORTED: `Unsupported parameter '${field}'`,
  }[validationType];
  return `${opening}: ${explanation}.`;
}

/** The body of an error's answer. */
export function errorBody(error: InterfaceError, supportCode: string): object {
  const [first] = error.problems;
  return {
    error: {
      cause: error.errorCause,
      explanation: error.message,
      ...(first && { field: first.field, validationType: first.validationType }),
      ...(error.problems.length > 0 && { details: error.problems }),
      supportCode,
    },
    result: 'ERROR',
  };
}
