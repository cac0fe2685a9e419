/** Findings of a validation. A finding has the refused field, the cause that its error would have, and a severity. */
import type { Severity } from './fields/validation-fields.ts';
import type { ErrorCause, FieldProblem, InterfaceError } from './interface-error.ts';

export interface ValidationProblem extends FieldProblem {
  readonly cause: ErrorCause;
  readonly severity: Severity;
}

/** A finding for which the call, or a later payment with these values, is refused. */
export function validationError(problem: FieldProblem): ValidationProblem {
  return { ...problem, cause: 'INVALID_REQUEST', severity: 'ERROR' };
}

/** A finding with which a payment is still accepted. */
export function validationWarning(problem: FieldProblem): ValidationProblem {
  return { ...problem, cause: 'INVALID_REQUEST', severity: 'WARNING' };
}

/** Converts an error to findings. An error without fields becomes a finding about `field`. */
export function validationProblemsOf(
  { problems, errorCause, message }: InterfaceError,
  field: string,
): ValidationProblem[] {
  const named: readonly FieldProblem[] =
    problems.length > 0 ? problems : [{ field, validationType: 'INVALID', explanation: message }];
  return named.map((problem) => ({ ...validationError(problem), cause: errorCause }));
}
