/**
 * Mobile SDKs update a session with nothing but its id: as the password of HTTP Basic, or, below version 50, with no
 * authentication at all and `apiOperation` UPDATE_PAYER_DATA. Whoever holds the id is the payer, so this way changes
 * only what a payer knows: never the order, its amount, or the addresses that the payer is sent to. It reads only what
 * it writes: the session also holds the shop's notes, and may hold another payer's details.
 */

import type { Session, SessionService, Sessions } from '../checkout/index.ts';
import { isAbsent } from '../contract/absent.ts';
import { OPERATION_NAMES } from '../contract/calls.ts';
import { namedError } from '../contract/errors/catalogue.ts';
import type { Group } from '../contract/field.ts';
import { invalidFields } from '../contract/interface-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import { type ContractOperation, OPERATIONS } from '../contract/operations.ts';
import type { RequestFields } from '../contract/request-fields.ts';
import type { Merchant } from '../gateway/index.ts';
import type { Merchants } from '../gateway/ports/index.ts';
import type { LeakyBuckets } from '../limits/index.ts';
import { type Authenticator, basicCredentials, enabled } from './authenticate.ts';
import { invalidCredentials } from './failed-login.ts';
import { limitNetwork } from './network-limit.ts';
import { apiOperation, bodyObject, type RestRequest } from './rest-request.ts';

const UNAUTHENTICATED_BELOW_VERSION = 50;
/** The first version whose checkouts cannot leave their amount to the page's script. */
export const AMOUNT_DUE_SINCE = 63;
/** Of every session's id. */
const SESSION_ID_PREFIX = 'SESSION';

/**
 * Fields that a payer may set. A token is not among them: it may be of another payer's card. The order's amount is, for
 * the checkouts that leave it to the page: `refusePayersAmount` refuses it for all others.
 */
const PAYERS = new Set([
  'apiOperation',
  'billing',
  'correlationId',
  'customer',
  'order.amount',
  'partnerSolutionId',
  'session',
  'shipping',
  'sourceOfFunds.provided',
  'sourceOfFunds.type',
]);

/**
 * Of a payer's own authentication: where the payer is and with which browser. Not whether a challenge is wanted, nor an
 * exemption. Order and return address are those of the session: `payersRequest` compares them.
 */
const AUTHENTICATED = new Set([
  ...PAYERS,
  'authentication.acceptVersions',
  'authentication.channel',
  'authentication.purpose',
  'authentication.redirectResponseUrl',
  'device',
  'order.currency',
]);

/** Each operation's fields that are the merchant's. One added to the contract is, unless a table above names it. */
const MERCHANTS = new Map<ContractOperation, readonly string[]>(
  OPERATION_NAMES.map((name) => [
    name,
    beyond(OPERATIONS[name].request, name === 'UPDATE_SESSION' ? PAYERS : AUTHENTICATED),
  ]),
);

/** Paths of a tree that are not among the payer's, the shortest that hold none of them. */
function beyond(tree: Group, payers: ReadonlySet<string>, at = ''): string[] {
  return Object.entries(tree.members).flatMap(([name, node]) => {
    const path = at + name;
    if (payers.has(path)) {
      return [];
    }
    const isShared = node.kind === 'group' && [...payers].some((one) => one.startsWith(`${path}.`));
    return isShared ? beyond(node, payers, `${path}.`) : [path];
  });
}

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
  /** It has only the session's id. */
  readonly isPayer: boolean;
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
  const called = payersCall(request, merchantId, bySession);
  if (called === undefined) {
    const merchant = await access.authenticator.merchant(authorization, merchantId, remoteAddress, connection);
    return { merchant, isPayer: false };
  }
  limitNetwork(access.payersCalls, remoteAddress, 'PAYERS_CALLS_BUSY');
  const merchant = await merchantOfSession(access, merchantId, called.session);
  refuseMerchantsFields(bodyObject(request.body), called.operation);
  return { merchant, isPayer: true };
}

/** Whether the caller shows a session's id as its password, right or wrong. A merchant's own never begins like one. */
export function isSessionCredentials(authorization: string | undefined): boolean {
  return basicCredentials(authorization)?.password.startsWith(SESSION_ID_PREFIX) === true;
}

interface PayersCall {
  readonly operation: ContractOperation;
  readonly session: string;
}

/** Undefined where the caller is to be known as a merchant. */
function payersCall(
  request: RestRequest,
  merchantId: string,
  bySession: readonly ContractOperation[],
): PayersCall | undefined {
  const credentials = basicCredentials(request.authorization);
  const { session } = request.path;
  if (session !== '') {
    const byId = credentials?.merchantId === merchantId && credentials.password === session;
    return byId || needsNoCredentials(request) ? { operation: 'UPDATE_SESSION', session } : undefined;
  }
  // Below an order's address the body names the session. That of a merchant with a password of its own is not read.
  if (credentials?.merchantId !== merchantId || !credentials.password.startsWith(SESSION_ID_PREFIX)) {
    return undefined;
  }
  const body = readable(request) ?? {};
  const operation = bySession.find((name) => name === apiOperation(body));
  return operation !== undefined && valueAt(body, 'session.id') === credentials.password
    ? { operation, session: credentials.password }
    : undefined;
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

async function merchantOfSession(
  { merchants, sessionService, sessions }: SessionAccessDependencies,
  merchantId: string,
  sessionId: string,
): Promise<Merchant> {
  const merchant = await merchants.find(merchantId);
  const session = await sessionService.findById(sessionId);
  if (merchant === undefined || session === undefined || session.merchantKey !== merchant.key) {
    throw invalidCredentials('session');
  }
  enabled(merchant);
  if (!(await sessions.countAuthentication(session.key))) {
    throw namedError('SESSION_LOGINS_EXHAUSTED');
  }
  return merchant;
}

const NOT_AUTHORIZED = "the session's own id does not authorize changing it";

/**
 * Up to version 62 a checkout can be made without its amount, which the shop's page gives then, by `checkout.js`: once,
 * and never in place of one that the shop's server gave.
 *
 * @param session as it is now @param values of a caller who has only the session's id
 * @throws InterfaceError naming the amount
 */
export function refusePayersAmount({ checkout, fields }: Session, { order }: RequestFields): void {
  const isLeftToPage = checkout !== null && checkout.version < AMOUNT_DUE_SINCE && fields.order?.amount === undefined;
  if (order?.amount !== undefined && !isLeftToPage) {
    throw invalidFields([{ field: 'order.amount', validationType: 'UNSUPPORTED', explanation: NOT_AUTHORIZED }]);
  }
}

function refuseMerchantsFields(body: JsonObject, operation: ContractOperation): void {
  const given = (MERCHANTS.get(operation) ?? []).filter((path) => !isAbsent(valueAt(body, path)));
  if (given.length === 0) {
    return;
  }
  throw invalidFields(
    given.map((field) => ({
      field,
      validationType: 'UNSUPPORTED',
      explanation: NOT_AUTHORIZED,
    })),
  );
}

function valueAt(body: JsonObject, path: string): JsonValue | undefined {
  return path.split('.').reduce<JsonValue | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), body);
}
