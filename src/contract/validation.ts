/** What a validation finds: a refused field, the cause that its error would have, and how bad it is. */
import type { Severity } from './fields/validation-fields.ts';
import type { ErrorCause, FieldProblem, InterfaceError } from './interface-error.ts';

export interface ValidationProblem extends FieldProblem {
  readonly cause: ErrorCause;
  readonly severity: Severity;
}

/** The call, or a payment with what it stores, is refused for it. */
export function refused(problem: FieldProblem): ValidationProblem {
  return { ...problem, cause: 'INVALID_REQUEST', severity: 'ERROR' };
}

/** A payment may be made all the same. */
export function doubtful(problem: FieldProblem): ValidationProblem {
  return { ...problem, cause: 'INVALID_REQUEST', severity: 'WARNING' };
}

/** What a refusal names; one that names no field is about `field`. */
export function problemsOf({ problems, errorCause, message }: InterfaceError, field: string): ValidationProblem[] {
  const named: readonly FieldProblem[] =
    problems.length > 0 ? problems : [{ field, validationType: 'INVALID', explanation: message }];
  return named.map((problem) => ({ ...refused(problem), cause: errorCause }));
}
