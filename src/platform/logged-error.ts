/** The part of an error that a log line has. */

/** The maximum number of nested causes. A longer chain is assumed to be cyclic. */
const CAUSES_MAX = 8;

export interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * Copies only name, message, code, stack and causes, because libraries attach other data to their errors, such as their
 * input.
 *
 * @param isRefusal true for a deliberate refusal: its stack is useless and would fill the disk
 */
export function loggedError(
  error: unknown,
  isRefusal: (error: Error) => boolean = () => false,
  depth = 1,
): LoggedError {
  if (!(error instanceof Error)) {
    return withoutPrototype({ name: typeof error, message: 'no error was thrown, but something else' });
  }
  if (isRefusal(error)) {
    return withoutPrototype({ name: className(error), message: error.message });
  }
  const { message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return withoutPrototype({
    name: className(error),
    message: message + code,
    stack,
    cause: cause !== undefined && depth < CAUSES_MAX ? loggedError(cause, isRefusal, depth + 1) : undefined,
  });
}

/**
 * Returns an object without a constructor, because pino uses a property `name` only for such objects, and otherwise
 * names an error after its constructor. Pino would also serialise the causes of any object with a message.
 */
function withoutPrototype(line: LoggedError): LoggedError {
  return Object.assign(Object.create(null), line);
}

/** Few classes of errors set their `name`. */
function className(error: Error): string {
  return error.name === 'Error' ? error.constructor.name : error.name;
}
