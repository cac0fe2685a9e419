/**
 * Writes one log line per request. URLs, headers and bodies contain session ids and card data. So the line contains the
 * route's pattern instead of the URL, and of an error only the message from the code and the stack.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { holdsCardData } from '../../contract/card-data.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { loggedError } from '../../platform/logged-error.ts';
import type { RepeatedRefusals } from './repeats.ts';

/** The format of a merchant id. Other text may be a secret that was sent in place of the id, so it is not logged. */
const MERCHANT_ID = /^[A-Za-z0-9_-]{1,40}$/;
/** The ids of orders and transactions that are logged. Merchants choose them freely, also with other characters. */
const PLAIN_ID = /^[\x21-\x7e]{1,40}$/;
const NO_ID = '(no id)';

/** The log fields that identify a caller. */
interface CallerFields {
  readonly from: string;
  /** The IP addresses in a trusted proxy's two headers, if they differ. */
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
const failures = new WeakMap<FastifyRequest, unknown>();
const paymentCodes = new WeakMap<FastifyRequest, string>();

/**
 * Adds the reason of a failed login, the merchant and the caller's IP address to the request's log line. @param
 * merchantId the merchant id in the URL
 */
export function noteFailedLogin(request: FastifyRequest, reason: string, merchantId: string): void {
  logins.set(request, { failedLogin: reason, ...callerFields(request), merchant: loggedMerchant(merchantId) });
}

/**
 * Adds the reason why a callback was refused to the request's log line. @param provider the id of an existing provider
 */
export function noteRefusedCallback(
  request: FastifyRequest,
  { provider, merchant }: { readonly provider: string; readonly merchant?: string },
  reason: string,
): void {
  const shown = merchant !== undefined && { merchant: loggedMerchant(merchant) };
  callbacks.set(request, { ...callerFields(request), provider, ...shown, reason });
}

function loggedMerchant(merchantId: string): string {
  return MERCHANT_ID.test(merchantId) && !holdsCardData(merchantId) ? merchantId : NO_ID;
}

function callerFields({ clientAddress: from, claimedAddresses: claimed }: FastifyRequest): CallerFields {
  return { from, claimed: claimed ?? undefined };
}

/** Marks the caller as an authenticated merchant: each of its errors is logged, so that support codes are found. */
export function noteKnownCaller(request: FastifyRequest): void {
  request.isKnownCaller = true;
}

export function isAuthenticatedCaller(request: FastifyRequest): boolean {
  return request.isKnownCaller;
}

/** Adds the error of a failed request to its log line. */
export function noteFailure(request: FastifyRequest, error: unknown): void {
  failures.set(request, error);
}

/** Adds the support code of the payment that the error page of a failed request shows. */
export function notePaymentCode(request: FastifyRequest, code: string): void {
  paymentCodes.set(request, code);
}

export function logRequest(log: Logger, repeats: RepeatedRefusals, request: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.statusCode < 400 && !log.isLevelEnabled('debug')) {
    return;
  }
  const fields = {
    supportCode: request.id,
    paymentCode: paymentCodes.get(request),
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.raw.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...logins.get(request),
    ...callbacks.get(request),
    ...(request.isKnownCaller && caller(request)),
  };
  if (fields.status >= 400 && !isListed(repeats, request, fields)) {
    return;
  }
  if (fields.status < 500) {
    // Successful requests are logged at debug level only; otherwise they would dominate the log.
    if (fields.status < 400) {
      log.debug(fields, 'request');
    } else {
      log.info(fields, callbacks.has(request) ? 'a callback was refused' : 'request refused');
    }
    return;
  }
  const failure = failures.get(request);
  const line = { ...fields, ...(failure !== undefined && { err: loggedError(failure, isRefusal) }) };
  // Other statuses, such as 503 for busy or not ready, are deliberate; only 500 is a defect.
  if (fields.status === 500) {
    log.error(line, 'request failed');
  } else {
    log.warn(line, 'request refused for now');
  }
}

/** Logs a failure after the status was sent, so that no status tells of it. */
export function logBrokenAnswer(log: Logger, request: FastifyRequest, error: unknown): void {
  const { id: supportCode, method, routeOptions } = request;
  log.error(
    { supportCode, method, route: routeOptions.url, err: loggedError(error, isRefusal) },
    'an answer broke off',
  );
}

/**
 * Returns the authenticated merchant with its IP address, and the order and the transaction that it names. Payers' IP
 * addresses are not logged.
 */
function caller({ params, clientAddress: from }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const { merchant = '', order, transaction } = params as Readonly<Record<string, string | undefined>>;
  return {
    ...(MERCHANT_ID.test(merchant) && { merchant }),
    order: plainId(order),
    transactionId: plainId(transaction),
    from,
  };
}

function plainId(id: string | undefined): string | undefined {
  return id === undefined || (PLAIN_ID.test(id) && !holdsCardData(id)) ? id : NO_ID;
}

function isRefusal(error: Error): boolean {
  return error instanceof InterfaceError;
}

function isListed(
  repeats: RepeatedRefusals,
  request: FastifyRequest,
  { status, route, failedLogin }: { readonly status: number; readonly route: string; readonly failedLogin?: string },
): boolean {
  return request.isKnownCaller || repeats.isListed({ status, route, failedLogin, from: request.clientAddress });
}
