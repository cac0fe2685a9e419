/**
 * Mobile SDKs update a session with nothing but its id: as the password of HTTP Basic, or, below version 50, with no
 * authentication at all and `apiOperation` UPDATE_PAYER_DATA. Whoever holds the id is the payer, so this way changes
 * only the fields of `payers-fields.ts`. It reads only what it writes: the session also holds the shop's notes, and may
 * hold another payer's details.
 */

import type { Session, SessionService, Sessions } from '../checkout/index.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import { isJsonObject, type JsonObject } from '../contract/json.ts';
import type { ContractOperation } from '../contract/operations.ts';
import type { Merchant } from '../gateway/index.ts';
import type { Merchants } from '../gateway/ports/index.ts';
import type { LeakyBuckets } from '../limits/index.ts';
import { type Authenticator, basicCredentials, enabled } from './authenticate.ts';
import { invalidCredentials } from './failed-login.ts';
import { limitNetwork } from './network-limit.ts';
import { apiOperation, bodyObject, type RestRequest } from './rest-request.ts';

const UNAUTHENTICATED_BELOW_VERSION = 50;
/** Of every session's id. */
const SESSION_ID_PREFIX = 'SESSION';

export interface SessionAccessDependencies {
  /** By network: see `network-limit.ts`. */
  readonly payersCalls: LeakyBuckets;
  readonly authenticator: Authenticator;
  readonly merchants: Merchants;
  readonly sessionService: SessionService;
  readonly sessions: Sessions;
}

export interface SessionCaller {
  readonly merchant: Merchant;
  /** The caller has only this session's id. Absent: it is the merchant. */
  readonly payersSession?: Session;
}

/**
 * The merchant on whose session the caller may act, and as whom. Credentials are checked before anything else.
 *
 * @param bySession the operations of the address that a session's id is password enough for
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

/** Whether the caller shows a session's id as its password, right or wrong. A merchant's own never begins like one. */
export function isSessionCredentials(authorization: string | undefined): boolean {
  return basicCredentials(authorization)?.password.startsWith(SESSION_ID_PREFIX) === true;
}

/** The id that is the password. Undefined where the caller is to be known as a merchant. */
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
  // Below an order's address the body names the session. That of a merchant with a password of its own is not read.
  if (credentials?.merchantId !== merchantId || !credentials.password.startsWith(SESSION_ID_PREFIX)) {
    return undefined;
  }
  const body = readable(request) ?? {};
  const isOpen = bySession.some((name) => name === apiOperation(body));
  const named = isJsonObject(body.session) ? body.session.id : undefined;
  return isOpen && named === credentials.password ? credentials.password : undefined;
}

/** The caller is unknown, and learns nothing about a body that cannot be read. */
function readable({ body }: RestRequest): JsonObject | undefined {
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
  const body = readable(request);
  return body !== undefined && apiOperation(body) === 'UPDATE_PAYER_DATA';
}

async function callerOf(
  { merchants, sessionService, sessions }: SessionAccessDependencies,
  merchantId: string,
  sessionId: string,
): Promise<SessionCaller> {
  const merchant = await merchants.find(merchantId);
  const session = await sessionService.findById(sessionId);
  // An alias is known to banks and providers, or to their logs.
  if (merchant === undefined || session?.merchantKey !== merchant.key || session.alias !== undefined) {
    throw invalidCredentials('session');
  }
  enabled(merchant);
  if (!(await sessions.countAuthentication(session.key))) {
    throw namedError('SESSION_LOGINS_EXHAUSTED');
  }
  return { merchant, payersSession: session };
}
