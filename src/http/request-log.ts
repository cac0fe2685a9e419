/**
 * One log line a request. Addresses, queries, headers and bodies hold session ids and card data, so the line has the
 * route's pattern instead, and of an error only what its maker wrote and where it was thrown.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** A cause of a cause of a cause: beyond this it is a loop. */
const CAUSES_MAX = 8;

const failures = new WeakMap<FastifyRequest, unknown>();
const logged = new WeakSet<FastifyRequest>();

/** Who refused the request has told the log of it, with its support code: one line is enough. */
export function noteLogged(request: FastifyRequest): void {
  logged.add(request);
}

/** Notes why a request could not be served, for its line in the log. */
export function noteFailure(request: FastifyRequest, error: unknown): void {
  failures.set(request, error);
}

export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.statusCode < 400 && !log.isLevelEnabled('debug')) {
    return;
  }
  const fields = {
    supportCode: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.raw.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  if (fields.status < 500) {
    // What went well is told when one asks for it; a busy gateway would write of little else.
    if (fields.status < 400) {
      log.debug(fields, 'request');
    } else if (!logged.has(request)) {
      log.info(fields, 'request refused');
    }
    return;
  }
  const failure = failures.get(request);
  const line = { ...fields, ...(failure !== undefined && { err: loggedError(failure) }) };
  // Being busy, or not ready yet, says so on purpose; 500 alone is a defect.
  if (fields.status === 500) {
    log.error(line, 'request failed');
  } else {
    log.warn(line, 'request refused for now');
  }
}

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * Name, message, code, stack and causes: libraries hang other things onto their errors, such as what they were given.
 */
function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) {
    return bare({ name: typeof error, message: 'no error was thrown, but something else' });
  }
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return bare({
    name,
    message: message + code,
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && depth < CAUSES_MAX && { cause: loggedError(cause, depth + 1) }),
  });
}

/**
 * pino tells the causes of anything with a message; it names it after its constructor, and only without one after its
 * `name`.
 */
function bare(told: LoggedError): LoggedError {
  return Object.assign(Object.create(null), told);
}
