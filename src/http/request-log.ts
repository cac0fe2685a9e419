/**
 * One log line a request. Addresses, queries, headers and bodies contain session ids and card data. So the line has the
 * route's pattern instead, and of an error only its author's text and where it was thrown.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { holdsCardData } from '../contract/card-data.ts';
import { InterfaceError } from '../contract/interface-error.ts';
import type { RepeatedRefusals } from './repeats.ts';

/** A cause of a cause of a cause: beyond this it is a loop. */
const CAUSES_MAX = 8;

/** A merchant's id, as far as it may be one. Whoever tries anything else may have sent a secret in its place. */
const MERCHANT_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** Where a request came from. */
interface CallerFields {
  readonly from: string;
  /** Where a proxy's two headers differ: what they name, parsed. */
  readonly claimed?: readonly string[];
}

interface LoginLine extends CallerFields {
  readonly failedLogin: string;
  readonly merchant: string;
}

interface CallbackLine extends CallerFields {
  readonly provider: string;
  readonly merchant?: string;
  readonly reason: string;
}

const logins = new WeakMap<FastifyRequest, LoginLine>();
const callbacks = new WeakMap<FastifyRequest, CallbackLine>();
const knownCallers = new WeakSet<FastifyRequest>();
const failures = new WeakMap<FastifyRequest, unknown>();

/** Notes who was tried and from where, for the request's line in the log. @param merchantId of the address */
export function noteFailedLogin(request: FastifyRequest, reason: string, merchantId: string): void {
  logins.set(request, { failedLogin: reason, ...callerFields(request), merchant: shownMerchant(merchantId) });
}

/** Notes where a callback was refused and why, for the request's line in the log. @param provider one that there is */
export function noteRefusedCallback(
  request: FastifyRequest,
  { provider, merchant }: { readonly provider: string; readonly merchant?: string },
  reason: string,
): void {
  const shown = merchant !== undefined && { merchant: shownMerchant(merchant) };
  callbacks.set(request, { ...callerFields(request), provider, ...shown, reason });
}

function shownMerchant(merchantId: string): string {
  return MERCHANT_ID.test(merchantId) && !holdsCardData(merchantId) ? merchantId : '(no id)';
}

function callerFields({ clientAddress: from, claimedAddresses: claimed }: FastifyRequest): CallerFields {
  return { from, ...(claimed !== null && { claimed }) };
}

/** The caller is a merchant who proved it: each of its errors gets a line, so that support codes find them. */
export function noteKnownCaller(request: FastifyRequest): void {
  knownCallers.add(request);
}

export function isKnownCaller(request: FastifyRequest): boolean {
  return knownCallers.has(request);
}

/** Notes why a request could not be served, for its line in the log. */
export function noteFailure(request: FastifyRequest, error: unknown): void {
  failures.set(request, error);
}

export function logRequest(log: Logger, repeats: RepeatedRefusals, request: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.statusCode < 400 && !log.isLevelEnabled('debug')) {
    return;
  }
  const fields = {
    supportCode: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.raw.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...logins.get(request),
    ...callbacks.get(request),
    ...(knownCallers.has(request) && caller(request)),
  };
  if (fields.status >= 400 && !isListed(repeats, request, fields)) {
    return;
  }
  if (fields.status < 500) {
    // Successful requests are logged at debug level only; a busy gateway would log little else.
    if (fields.status < 400) {
      log.debug(fields, 'request');
    } else {
      log.info(fields, callbacks.has(request) ? 'a callback was refused' : 'request refused');
    }
    return;
  }
  const failure = failures.get(request);
  const line = { ...fields, ...(failure !== undefined && { err: loggedError(failure) }) };
  // Busy and not ready are deliberate answers; only 500 is a defect.
  if (fields.status === 500) {
    log.error(line, 'request failed');
  } else {
    log.warn(line, 'request refused for now');
  }
}

/** Who proved to be whom, and from where. A payer's address is in no line. */
function caller({ params, clientAddress: from }: FastifyRequest): Readonly<Record<string, string>> {
  const { merchant = '' } = params as Readonly<Record<string, string | undefined>>;
  return { ...(MERCHANT_ID.test(merchant) && { merchant }), from };
}

function isListed(
  repeats: RepeatedRefusals,
  request: FastifyRequest,
  { status, route, failedLogin }: { readonly status: number; readonly route: string; readonly failedLogin?: string },
): boolean {
  const what = { status, route, ...(failedLogin !== undefined && { failedLogin }) };
  return knownCallers.has(request) || repeats.isListed({ ...what, from: request.clientAddress });
}

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Name, message, code, stack and causes only: libraries attach other things to their errors, such as their input. */
function loggedError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) {
    return bare({ name: typeof error, message: 'no error was thrown, but something else' });
  }
  if (error instanceof InterfaceError) {
    // Refused on purpose: where in the code is no help, and a stack for each fills the disk.
    return bare({ name: error.name, message: error.message });
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
 * pino serialises the causes of anything with a message. It names the error after its constructor, and uses its `name`
 * only if it has no constructor.
 */
function bare(line: LoggedError): LoggedError {
  return Object.assign(Object.create(null), line);
}
