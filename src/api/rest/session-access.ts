/**
 * Access by a session's id. Mobile SDKs update a session with only its id: as the password of HTTP Basic, or, below
 * version 50, without authentication and with `apiOperation` UPDATE_PAYER_DATA. A client with the id is treated as the
 * payer, so it can change only the fields of `payers-fields.ts`. It can read only the fields that it writes, since the
 * session also contains the shop's notes and possibly another payer's details.
 */

import type { Session, SessionService, Sessions } from '../../checkout/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { isJsonObject, type JsonObject } from '../../contract/json.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { Merchant } from '../../core/index.ts';
import type { Merchants } from '../../core/ports/index.ts';
import type { LeakyBuckets } from '../../platform/limits/index.ts';
import { type Authenticator, basicCredentials, requireEnabled } from './authenticate.ts';
import { invalidCredentials } from './failed-login.ts';
import { limitNetwork } from './network-limit.ts';
import { apiOperation, bodyObject, type RestRequest } from './rest-request.ts';

const UNAUTHENTICATED_BELOW_VERSION = 50;
/** Prefix of all session ids. */
const SESSION_ID_PREFIX = 'SESSION';

export interface SessionAccessDependencies {
  /** The limit by the caller's network: see `network-limit.ts`. */
  readonly payersCalls: LeakyBuckets;
  readonly authenticator: Authenticator;
  readonly merchants: Merchants;
  readonly sessionService: SessionService;
  readonly sessions: Sessions;
}

export interface SessionCaller {
  readonly merchant: Merchant;
  /** Set if the caller authenticated with only this session's id. Absent: the caller is the merchant. */
  readonly payersSession?: Session;
}

/**
 * Authenticates the caller as the merchant or as a session's payer. Credentials are checked before anything else.
 *
 * @param bySession operations of the address that a session's id authenticates
 * @throws InterfaceError
 */
export async function merchantOrSession(
  access: SessionAccessDependencies,
  request: RestRequest,
  merchantId: string,
  bySession: readonly ContractOperation[],
): Promise<SessionCaller> {
  const { authorization, connection, remoteAddress } = request;
  const called = sessionOf(request, merchantId, bySession);
  if (called === undefined) {
    const merchant = await access.authenticator.merchant(authorization, merchantId, remoteAddress, connection);
    return { merchant };
  }
  limitNetwork(access.payersCalls, remoteAddress, 'PAYERS_CALLS_BUSY');
  return callerOf(access, merchantId, called);
}

/** Whether the caller's password has the prefix of session ids, which a merchant's password does not have. */
export function isSessionCredentials(authorization: string | undefined): boolean {
  return basicCredentials(authorization)?.password.startsWith(SESSION_ID_PREFIX) === true;
}

/** The session's id in the password. Undefined if the caller must authenticate as a merchant. */
function sessionOf(
  request: RestRequest,
  merchantId: string,
  bySession: readonly ContractOperation[],
): string | undefined {
  const credentials = basicCredentials(request.authorization);
  const { session } = request.path;
  if (session !== '') {
    const byId = credentials?.merchantId === merchantId && credentials.password === session;
    return byId || needsNoCredentials(request) ? session : undefined;
  }
  // At an order's address the body names the session. The body is read only if the password has the form of a session's
  // id.
  if (credentials?.merchantId !== merchantId || !credentials.password.startsWith(SESSION_ID_PREFIX)) {
    return undefined;
  }
  const body = optionalBody(request) ?? {};
  const isOpen = bySession.some((name) => name === apiOperation(body));
  const named = isJsonObject(body.session) ? body.session.id : undefined;
  return isOpen && named === credentials.password ? credentials.password : undefined;
}

/** The caller is unauthenticated, so errors of the body are not reported. */
function optionalBody({ body }: RestRequest): JsonObject | undefined {
  try {
    return bodyObject(body);
  } catch {
    return undefined;
  }
}

function needsNoCredentials(request: RestRequest): boolean {
  if (request.authorization !== undefined || request.version >= UNAUTHENTICATED_BELOW_VERSION) {
    return false;
  }
  const body = optionalBody(request);
  return body !== undefined && apiOperation(body) === 'UPDATE_PAYER_DATA';
}

async function callerOf(
  { merchants, sessionService, sessions }: SessionAccessDependencies,
  merchantId: string,
  sessionId: string,
): Promise<SessionCaller> {
  const merchant = await merchants.find(merchantId);
  const session = await sessionService.findById(sessionId);
  // Aliases are refused, since banks and providers, or their logs, contain them.
  if (merchant === undefined || session?.merchantKey !== merchant.key || session.alias !== undefined) {
    throw invalidCredentials('session');
  }
  requireEnabled(merchant);
  if (!(await sessions.countAuthentication(session.key))) {
    throw namedError('SESSION_LOGINS_EXHAUSTED');
  }
  return { merchant, payersSession: session };
}
