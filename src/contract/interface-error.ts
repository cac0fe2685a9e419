/**
 * An error of the interface: its cause, its HTTP status, and a body that explains to the merchant how to correct the
 * request. Except for refused fields, all errors are in `errors/catalogue.ts`.
 */
import type { AnswerOf } from './answer-types.ts';
import { CAUSES, type ErrorCause, VALIDATION, type ValidationType } from './errors/causes.ts';
import type { errorAnswer } from './fields/error-fields.ts';

export type { ErrorCause, ValidationType };

/** One refused field. */
export interface FieldProblem {
  /** Dotted path: `order.item[2].name`. */
  readonly field: string;
  readonly validationType: ValidationType;
  /** The allowed values, as part of a sentence: `1 to 40 characters`. */
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
    this.status = options.status ?? CAUSES[cause].status;
    this.problems = options.problems ?? [];
    this.headers = options.headers ?? {};
  }
}

/** Creates an error that refuses the fields. The answer lists all of them, and the first also as `error.field`. */
export function invalidFields(problems: readonly FieldProblem[]): InterfaceError {
  const [first] = problems;
  return new InterfaceError('INVALID_REQUEST', first === undefined ? 'Invalid request.' : sentence(first), {
    problems,
  });
}

/** A problem for `invalidFields`. @param explanation the allowed values */
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

function sentence({ field, validationType, explanation }: FieldProblem): string {
  return `${VALIDATION[validationType].opening} '${field}': ${explanation}.`;
}

/** The body of an error's answer. */
export function interfaceErrorBody(error: InterfaceError, supportCode: string): AnswerOf<typeof errorAnswer> {
  const [first] = error.problems;
  return {
    error: {
      cause: error.errorCause,
      explanation: error.message,
      field: first?.field,
      validationType: first?.validationType,
      details: error.problems.length > 0 ? error.problems : undefined,
      supportCode,
    },
    result: 'ERROR',
  };
}
